import { useEffect, useEffectEvent, useState } from 'react'
import { filtersOf } from '#/features/overview/data/job.ts'
import { dimensionName, filterValueLabel } from '#/domain/contact-list/dimension-labels.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { REPORT_FILTERS } from '#/contract/shared-reports/report-filters.ts'
import type { OverviewSearch } from '#/features/overview/search.ts'
import { pageKey } from '#/ui/page-keys.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, LinkButton } from '#/ui/control/button.tsx'
import { Popover } from '#/ui/overlay/popover.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { FilterChip } from '#/ui/control/pill.tsx'
import { Kbd } from '#/ui/kbd.tsx'

const NARROWING = [...REPORT_FILTERS, 'days'] as const
type Narrowing = (typeof NARROWING)[number]

/** Active filters in order of clicks. An address has no order, so filters from the address come first. */
const useClicked = (search: OverviewSearch): readonly Narrowing[] => {
  const now = NARROWING.filter((name) => search[name] !== undefined)
  const [clicked, setClicked] = useState<readonly Narrowing[]>(now)
  const stillClicked = clicked.filter((name) => now.includes(name))
  const next = [...stillClicked, ...now.filter((name) => !stillClicked.includes(name))]
  if (next.join() === clicked.join()) return clicked
  setClicked(next)
  return next
}

export const CrossFilters = () => {
  const { search, change, objectTitle } = useOverview('search', 'change', 'objectTitle')
  const clicked = useClicked(search)
  const last = clicked.at(-1)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (last === undefined || pageKey(event) !== 'Escape') return
    event.preventDefault()
    change({ [last]: undefined })
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const isPhone = useIsPhone()
  if (last === undefined) return null
  const chips = clicked.map((name) => {
    const [filter] = filtersOf({ [name]: search[name] })
    if (!filter) return null
    const [title, value] = [dimensionName(filter.by), filterValueLabel(filter, objectTitle)]
    return (
      <FilterChip
        key={name}
        name={title}
        value={value}
        removeLabel={m.remove_filter({ filter: `${title} ${value}` })}
        onRemove={() => change({ [name]: undefined })}
      />
    )
  })
  const clear = (
    <LinkButton
      onClick={() => change(Object.fromEntries(clicked.map((name) => [name, undefined])))}
      className="text-13"
    >
      {m.clear_filters()}
    </LinkButton>
  )
  if (isPhone)
    return (
      <Popover
        label={m.filters()}
        renderTrigger={(trigger) => (
          <Button {...trigger} icon="filter" data-tool="filters">
            {m.overview_filter_count({ count: clicked.length, shown: formatNumber(clicked.length) })}
          </Button>
        )}
      >
        {() => (
          <div className="grid justify-items-start gap-3 pb-3">
            {chips}
            {clear}
          </div>
        )}
      </Popover>
    )
  return (
    <>
      {chips}
      {clear}
      <p className="flex shrink-0 items-center gap-1.5 text-12 whitespace-nowrap text-text-3 max-[1439px]:hidden">
        <Kbd>Esc</Kbd>
        {m.overview_steps_back()}
      </p>
    </>
  )
}
