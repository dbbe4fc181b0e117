import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, type ReactNode } from 'react'
import { filterOptionsQuery, type FilterOptions } from '#/api/filter-options.ts'
import { statusCodes } from '#/contract/call-filters.ts'
import { statusFilterWord } from '#/domain/marks/status-look.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { activeFilters } from '#/domain/contact-list/search.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { FilterPill } from '#/ui/control/pill.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { CopyLink } from './copy-link.tsx'
import { currentValue, useSourcesCode, type FieldProps } from './field-props.ts'
import { EDITED_FILTERS, FilterField, type EditedFilter } from './filter-fields.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { filterName, filterValue } from './filter-words.ts'
import { TogglePill } from './toggle-pill.tsx'
import { PeriodArrows, PeriodFilter } from './period-filter.tsx'

interface Filtered {
  readonly oid: string | null
  readonly journal: Journal
  /** The day it is where the contacts are (G6). */
  readonly today: string
}

/** Region "Filters": each filter one pill, set ones say their value; on a phone one sheet holds them all. */
export const FilterBar = ({
  oid,
  journal,
  today,
  found,
  tools,
}: Filtered & {
  /** "Show 537 contacts", for the button that closes the sheet. */
  found: string
  /** What stands at the end of the bar: columns, export. */
  tools: ReactNode
}) => {
  const isPhone = useIsPhone()
  const filtered = { oid, today, journal }
  return (
    <section aria-label={m.filters()} className="border-b border-line px-4 py-2 desk:border-b-0">
      {isPhone ? (
        <div className="relative -mx-4 flex items-center gap-1.5 overflow-x-auto px-4 py-1 [scrollbar-width:none]">
          <PhoneFilters {...filtered} found={found} />
          {tools}
        </div>
      ) : (
        <div className="flex items-start gap-3">
          <Pills {...filtered} />
          <span className="ml-auto flex h-7 shrink-0 items-center gap-3 text-13">
            <ClearFilters journal={journal} />
            <CopyLink hasCaller={journal.caller !== undefined} />
          </span>
          {tools}
        </div>
      )}
    </section>
  )
}

const Pills = memo(function Pills(props: Filtered) {
  const valueOf = useFilterWords(props)
  const sources = useSourcesCode()
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      <PeriodFilter journal={props.journal} today={props.today} />
      <PeriodArrows journal={props.journal} today={props.today} />
      {EDITED_FILTERS.map((name) => (
        <Pill key={name} name={name} value={valueOf(name)} sources={sources} {...props} />
      ))}
      <Toggles journal={props.journal} />
    </div>
  )
})

const PhoneFilters = memo(function PhoneFilters({ found, ...props }: Filtered & { found: string }) {
  const { journal } = props
  const valueOf = useFilterWords(props)
  const sources = useSourcesCode()
  return (
    <>
      <FilterSheet
        {...props}
        sources={sources}
        count={activeFilters(journal.search).length + (journal.caller ? 1 : 0)}
        wordsOf={valueOf}
        clear={<ClearFilters journal={journal} />}
        toggles={TOGGLES.map((name) => (
          <Checkbox
            key={name}
            checked={journal.search[name] === '1'}
            onChange={(event) => journal.change({ [name]: event.target.checked ? '1' : undefined })}
          >
            {filterName(name)}
          </Checkbox>
        ))}
        found={found}
      />
      <PeriodFilter journal={journal} today={props.today} />
      <PeriodArrows journal={journal} today={props.today} />
      {EDITED_FILTERS.filter((name) => valueOf(name) !== undefined).map((name) => (
        <Pill key={name} name={name} value={valueOf(name)} sources={sources} {...props} />
      ))}
      <Toggles journal={journal} isSetOnly />
      <CopyLink hasCaller={journal.caller !== undefined} />
    </>
  )
})

const TOGGLES = ['target_filter', 'repeated_filter'] as const

const Toggles = ({ journal, isSetOnly = false }: { journal: Journal; isSetOnly?: boolean }) =>
  TOGGLES.filter((name) => !isSetOnly || journal.search[name] === '1').map((name) => (
    <TogglePill
      key={name}
      name={filterName(name)}
      on={journal.search[name] === '1'}
      onChange={(on) => journal.change({ [name]: on ? '1' : undefined })}
    />
  ))

const ClearFilters = ({ journal }: { journal: Journal }) =>
  (activeFilters(journal.search).length > 0 || journal.caller !== undefined) && (
    <LinkButton onClick={journal.clear}>{m.clear_filters()}</LinkButton>
  )

const Pill = ({
  name,
  value,
  ...props
}: Filtered & Pick<FieldProps, 'sources'> & { name: EditedFilter; value: string | undefined }) => {
  const { journal, sources } = props
  const pill = (
    <FilterPill
      name={filterName(name)}
      value={value}
      removeLabel={m.remove_filter({ filter: `${filterName(name)} ${value ?? ''}`.trim() })}
      onRemove={() => journal.change({ [name]: undefined })}
    >
      {(close) => <FilterField name={name} {...props} autoFocus onDone={close} />}
    </FilterPill>
  )
  if (name !== 'source_filter') return pill
  return (
    <span role="none" className="contents" {...sources.handlers}>
      {pill}
    </span>
  )
}

/** What each filter is set to, in words; undefined: not set. */
const useFilterWords = ({ oid, journal }: Filtered) => {
  const { scope } = useSignedIn()
  // Only a code that came by link needs the candidates before the user opens a filter: they hold its name.
  const { data: options } = useQuery({
    ...filterOptionsQuery(scope, oid),
    enabled: journal.search.source_filter !== undefined || needsWords(journal.search.status_filter),
  })
  const { drop } = journal
  const isUnknown = options !== undefined && isNonsense(journal.search.status_filter, options)
  useEffect(() => {
    if (isUnknown) drop('status_filter')
  }, [isUnknown, drop])
  return (name: EditedFilter): string | undefined => {
    const value = currentValue(journal, name)
    return value === '' ? undefined : filterValue(name, value, options)
  }
}

/** Custom statuses and the service's own codes: only an object's candidates say what they are called. */
const needsWords = (status: string | undefined) => status !== undefined && statusFilterWord(status) === null

/** A status that neither the document nor any object has. While some objects have not told theirs, it may be one of them. */
const isNonsense = (
  status: string | undefined,
  { statuses, customStatuses, partial }: FilterOptions,
): boolean => {
  if (status === undefined || partial || !needsWords(status)) return false
  const known = new Set([...statuses, ...customStatuses].flatMap(({ code }) => code.split(',')))
  return statusCodes({ status_filter: status }).some((code) => !known.has(code))
}
