import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { counted, formatNumber, formatShortDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { OptionList } from '#/ui/control/option-list.tsx'
import { FilterPill, QuickChip } from '#/ui/control/pill.tsx'
import { Icon } from '#/ui/icon.tsx'
import { isLongWait, markedAfter, type CallerRow } from '../rows.ts'
import { NO_SOURCE, type CallBackChanges, type CallBackSearch } from '../search.ts'
import { countSoFar, type CallersKnown } from '../use-callers.ts'
import { ResponseFact } from './facts.tsx'

export const FactsAndFilters = ({
  callers,
  hidden,
}: {
  callers: CallersKnown
  hidden: ReadonlySet<string>
}) => {
  const search: CallBackSearch = useSearch({ from: '/_app/call-back' })
  const navigate = useNavigate({ from: '/call-back' })
  const { found, annotations, lists, now, offset } = callers
  const change = (changes: CallBackChanges) =>
    void navigate({
      search: (before: CallBackSearch) => ({ ...before, ...changes }) as CallBackSearch,
      state: (before) => before,
      replace: true,
    })
  const { day } = search
  const open = lists?.open ?? []
  // No choice with a single object.
  const hasObjects =
    !hidden.has('obj_oid') && (search.object !== undefined || new Set(open.map(({ oid }) => oid)).size > 1)
  const firstTime = countSoFar(
    callers,
    lists?.open.filter(({ isFirstTime }) => isFirstTime),
  )
  const long = open.filter((row) => isLongWait(row, now, offset)).length
  const marked = useMemo(() => found && markedAfter(found, annotations, now), [found, annotations, now])
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-6 gap-y-1 border-b border-line px-4 py-1.5 min-[1180px]:flex-nowrap min-[1180px]:max-[1439px]:gap-x-4">
      <ResponseFact
        title={m.call_back_marked_after()}
        weeks={marked}
        definition={m.call_back_define_marked()}
        notes={[m.call_back_note_marks(), m.call_back_note_days()]}
      />
      <ResponseFact
        title={m.call_back_spoken_after()}
        weeks={found?.spoken}
        definition={m.call_back_define_spoken()}
        notes={[
          m.call_back_note_outgoing(),
          ...(found && found.reachedOtherwise > 0
            ? [m.call_back_note_otherwise(counted(found.reachedOtherwise))]
            : []),
          m.call_back_note_days(),
        ]}
      />
      <span className="ml-auto flex flex-wrap items-center gap-x-1 gap-y-1 min-[1180px]:shrink-0 min-[1180px]:flex-nowrap phone:relative phone:-mx-4 phone:w-screen phone:flex-nowrap phone:overflow-x-auto phone:px-4 phone:py-1 phone:[scrollbar-width:none] phone:*:shrink-0">
        {(long > 0 || search.waiting) && (
          <QuickChip
            pressed={search.waiting === '1'}
            onPress={() => change({ waiting: search.waiting ? undefined : '1' })}
          >
            <Icon name="clock" className="text-warning" />
            {m.call_back_long(counted(long))}
          </QuickChip>
        )}
        <QuickChip
          pressed={search.first_time === '1'}
          count={firstTime === undefined ? undefined : formatNumber(firstTime)}
          onPress={() => change({ first_time: search.first_time ? undefined : '1' })}
        >
          {m.call_back_first_time()}
        </QuickChip>
        {day !== undefined && (
          <QuickChip
            pressed
            count={formatNumber(open.filter(({ days }) => days.includes(day)).length)}
            onPress={() => change({ day: undefined })}
          >
            {m.call_back_missed_on({ day: formatShortDay(day) })}
          </QuickChip>
        )}
        {!hidden.has('source') && (
          <ValueFilter
            name={m.col_source()}
            rows={open}
            of={({ source }) => source ?? NO_SOURCE}
            nameOf={(one) => (one === NO_SOURCE ? m.sources_without_source() : one)}
            value={search.source}
            onChange={(source) => change({ source })}
          />
        )}
        {hasObjects && (
          <ValueFilter
            name={m.col_object()}
            rows={open.filter(({ oid }) => oid !== null)}
            of={({ oid }) => oid ?? ''}
            nameOf={(one) => callers.objectTitle(one) ?? one}
            value={search.object}
            onChange={(object) => change({ object })}
          />
        )}
      </span>
    </div>
  )
}

/** Filter by a shared value, most common first. */
const ValueFilter = ({
  name,
  rows,
  of,
  nameOf,
  value,
  onChange,
}: {
  name: string
  rows: readonly CallerRow[]
  of: (row: CallerRow) => string
  nameOf: (value: string) => string
  value: string | undefined
  onChange: (value: string | undefined) => void
}) => {
  const counts = new Map(value === undefined ? [] : [[value, 0]])
  for (const row of rows) counts.set(of(row), (counts.get(of(row)) ?? 0) + 1)
  return (
    <FilterPill
      name={name}
      value={value === undefined ? undefined : nameOf(value)}
      removeLabel={m.remove_filter({ filter: name })}
      onRemove={() => onChange(undefined)}
    >
      {(close) => (
        <OptionList
          label={name}
          groups={[
            {
              options: [...counts]
                .toSorted(([, a], [, b]) => b - a)
                .map(([id, count]) => ({ id, label: nameOf(id), note: formatNumber(count) })),
            },
          ]}
          selected={value}
          autoFocus
          onSelect={(one) => {
            onChange(one)
            close()
          }}
        />
      )}
    </FilterPill>
  )
}
