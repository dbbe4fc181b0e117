import { Link } from '@tanstack/react-router'
import { ClientGate } from '#/domain/client/client-gate.tsx'
import { PageBar } from '#/domain/page-bar.tsx'
import { Answer } from '#/features/overview/answer.tsx'
import { OverviewBar } from '#/features/overview/bar/overview-bar.tsx'
import { OverviewProvider } from '#/features/overview/data/overview-provider.tsx'
import { useQuestion } from '#/features/overview/data/use-overview.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { ToolList } from './tool-list.tsx'

/** What is worked out of the overview's contacts only when the user wants it. */
export const ToolsPage = () => (
  <ClientGate head={<PageBar title={m.tools_title()} />}>
    <OverviewProvider at="/overview/tools">
      <OverviewBar title={m.tools_title()} actions={<BackToOverview />} />
      <Answer>
        <div>
          <ToolList />
        </div>
      </Answer>
    </OverviewProvider>
  </ClientGate>
)

const BackToOverview = () => {
  const { search } = useQuestion('search')
  return (
    <Link data-tool="overview" to="/overview" search={search} className={buttonClass({ variant: 'ghost' })}>
      <Icon name="chevron-left" />
      {m.report_back()}
    </Link>
  )
}
