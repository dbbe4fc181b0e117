import { Link } from '@tanstack/react-router'
import type { ChangeMetric } from '#/contract/figures/changes.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { linkClass } from '#/ui/control/button.tsx'
import { classNames } from '#/ui/class-names.ts'
import { useAllChangesSearch } from './use-changes.ts'

const NO_FILTERS: readonly Filter[] = []

export const AllChangesLink = ({
  metric,
  filters = NO_FILTERS,
  className,
}: {
  metric: ChangeMetric
  filters?: readonly Filter[]
  className?: string
}) => {
  const search = useAllChangesSearch(metric, filters)
  return search === null ? null : (
    <Link to="/overview/changes" search={search} className={classNames(linkClass, className)}>
      {m.changes_all()}
    </Link>
  )
}
