import { useOverview } from '#/features/overview/data/use-overview.ts'
import { PageBar } from '#/features/shell/page-bar.tsx'
import { m } from '#/i18n/paraglide/messages.js'

/** The head of the overview: its days, what they are compared with, what narrows it, and how loading stands. */
export const OverviewBar = () => {
  const { state } = useOverview()
  return <PageBar title={m.nav_overview()} status={state?.current.loaded} />
}
