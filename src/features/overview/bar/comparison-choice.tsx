import { AwaitedEditor } from '#/domain/period/period-pill.tsx'
import { useLater } from '#/features/overview/data/use-later.ts'
import { useQuestion } from '#/features/overview/data/use-overview.ts'
import { DEFAULT_COMPARISON } from '#/features/overview/search.ts'
import { formatDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { FilterPill } from '#/ui/control/pill.tsx'

/** What the report's days are compared with. */
export const ComparisonChoice = () => {
  const { search, comparedDays } = useQuestion('search', 'comparedDays')
  const later = useLater()
  const isMatched = search.match_weekdays !== undefined && (search.compare ?? DEFAULT_COMPARISON) !== 'days'
  const value = comparedDays ? formatDays(comparedDays) : m.overview_compare_none().toLocaleLowerCase()
  return (
    <FilterPill
      name={m.overview_compared_with()}
      value={comparedDays && isMatched ? m.overview_same_weekdays({ days: value }) : value}
      removeLabel={m.remove_filter({ filter: m.overview_compared_with() })}
      tool="compare"
    >
      {(close) => (later ? <later.ComparisonPicker onDone={close} /> : <AwaitedEditor />)}
    </FilterPill>
  )
}
