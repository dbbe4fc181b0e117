import { useQuestion } from '#/features/overview/data/use-overview.ts'
import { comparedDaysOf } from '#/features/overview/data/job.ts'
import { COMPARISONS, DEFAULT_COMPARISON, type ComparedWith } from '#/features/overview/search.ts'
import { formatDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { FilterPill } from '#/ui/control/pill.tsx'

const WORDS = {
  previous: { name: m.overview_compare_previous, hint: m.overview_compare_previous_hint },
  year: { name: m.overview_compare_year, hint: m.overview_compare_year_hint },
  none: { name: m.overview_compare_none, hint: m.overview_compare_none_hint },
} as const satisfies Record<ComparedWith, { name: () => string; hint: () => string }>

/** What the report's days are compared with. */
export const ComparisonChoice = () => {
  const { search, days, comparedDays, change } = useQuestion('search', 'days', 'comparedDays', 'change')
  const current = search.compare ?? DEFAULT_COMPARISON
  return (
    <FilterPill
      name={m.overview_compared_with()}
      value={comparedDays ? formatDays(comparedDays) : m.overview_compare_none().toLocaleLowerCase()}
      removeLabel={m.remove_filter({ filter: m.overview_compared_with() })}
    >
      {(close) => (
        <fieldset className="grid w-72 gap-1 phone:w-full phone:gap-1.5">
          <legend className="sr-only">{m.overview_compared_with()}</legend>
          {COMPARISONS.map((name) => {
            const its = comparedDaysOf(days, name)
            return (
              <button
                key={name}
                type="button"
                aria-pressed={name === current}
                data-autofocus={name === current || undefined}
                onClick={() => {
                  change({ compare: name === DEFAULT_COMPARISON ? undefined : name })
                  close()
                }}
                className="min-h-7 cursor-default rounded-2 px-2 py-1.5 text-left text-13 text-text-2 hover:bg-hover-raised hover:text-text active:bg-press aria-pressed:bg-selected aria-pressed:font-strong aria-pressed:text-accent phone:min-h-10 phone:border phone:border-line-strong phone:aria-pressed:border-accent forced-colors:aria-pressed:border"
              >
                <span className="flex flex-wrap justify-between gap-x-3">
                  {WORDS[name].name()}
                  {its && <span className="font-normal tabular-nums">{formatDays(its)}</span>}
                </span>
                <span className="block text-12 font-normal text-text-3">{WORDS[name].hint()}</span>
              </button>
            )
          })}
        </fieldset>
      )}
    </FilterPill>
  )
}
