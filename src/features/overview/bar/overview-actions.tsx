import { Link } from '@tanstack/react-router'
import { useQuestion } from '#/features/overview/data/use-overview.ts'
import { ShareButton } from '#/features/overview/report/share/share-button.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { OverviewMenu } from './overview-menu.tsx'

/** What the overview's head offers. */
export const OverviewActions = () => {
  const { search } = useQuestion('search')
  return (
    <>
      <ShareButton isIconOnPhone />
      <Link data-tool="report" to="/overview/report" search={search} className={buttonClass({})}>
        <Icon name="form" />
        <span className="phone:sr-only">{m.report_button()}</span>
      </Link>
      <OverviewMenu />
    </>
  )
}
