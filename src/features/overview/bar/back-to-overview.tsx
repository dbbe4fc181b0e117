import { Link } from '@tanstack/react-router'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'

export const BackToOverview = () => {
  const { search } = useOverview('search')
  const { changes_by: _, ...shown } = search
  return (
    <Link data-tool="overview" to="/overview" search={shown} className={buttonClass({ variant: 'ghost' })}>
      <Icon name="chevron-left" />
      {m.report_back()}
    </Link>
  )
}
