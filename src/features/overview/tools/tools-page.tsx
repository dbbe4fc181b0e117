import { ClientGate } from '#/domain/client/client-gate.tsx'
import { PageBar } from '#/domain/page-bar.tsx'
import { Answer } from '#/features/overview/answer.tsx'
import { BackToOverview } from '#/features/overview/bar/back-to-overview.tsx'
import { OverviewBar } from '#/features/overview/bar/overview-bar.tsx'
import { OverviewProvider } from '#/features/overview/data/overview-provider.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { ToolList } from './tool-list.tsx'

export const ToolsPage = () => (
  <ClientGate head={<PageBar title={m.tools_title()} />}>
    <OverviewProvider at="/overview/tools">
      <OverviewBar title={m.tools_title()} actions={<BackToOverview />} isCompared={false} />
      <Answer>
        <div>
          <ToolList />
        </div>
      </Answer>
    </OverviewProvider>
  </ClientGate>
)
