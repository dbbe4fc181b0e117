import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, memo, type ReactNode, useEffect, useState } from 'react'
import { filterOptionsQuery, type FilterOptions } from '#/api/filter-options/filter-options.ts'
import { ARCHIVE_FILTERS } from '#/contract/archive/filters.ts'
import { statusCodes } from '#/contract/call-filters.ts'
import { statusFilterWord } from '#/domain/cells/status-labels.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { activeFilters } from '#/domain/contact-list/search.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, LinkButton } from '#/ui/control/button.tsx'
import { FilterChip, FilterPill } from '#/ui/control/pill.tsx'
import { useRovingLine } from '#/ui/roving-focus.ts'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { filterName, filterValue } from '#/domain/contact-list/filter-labels.ts'
import { currentValue, type FieldProps, useSourcesCode } from '#/features/journal/filters/field-props.ts'
import {
  type EditedFilter,
  type ToggleFilter,
  useOfferedFilters,
} from '#/features/journal/filters/offered-filters.ts'
import { PeriodArrows, PeriodFilter } from '#/features/journal/filters/period-filter.tsx'
import { useLocation } from '@tanstack/react-router'
import { CopyButton } from '#/ui/control/copy-button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import type { SheetFields } from '#/features/journal/filters/sheet-fields.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'

const AnnotationsFilter = lazy(async () => ({
  default: (await import('#/features/journal/annotations/annotations-filter.tsx')).AnnotationsFilter,
}))

interface Filtered {
  readonly oid: string | null
  readonly journal: Journal
  readonly today: string
}

/** Copies the address. The caller is personal data and left out, with a note before and after. */
const CopyLink = ({ hasCaller }: { hasCaller: boolean }) => {
  const href = useLocation({ select: ({ publicHref }) => publicHref })
  return (
    <span className="inline-flex shrink-0 items-center">
      {hasCaller && <span className="text-12 whitespace-nowrap text-text-3">{m.link_without_caller()}</span>}
      <CopyButton
        text={new URL(href, location.origin).href}
        label={m.copy_link()}
        copiedLabel={hasCaller ? `${m.copied()}. ${m.link_without_caller()}` : m.copied()}
        manualLabel={m.call_copy_manually()}
      />
    </span>
  )
}

export const FilterBar = ({
  oid,
  journal,
  today,
  total,
  tools,
}: Filtered & {
  total: number | null
  tools: ReactNode
}) => {
  const isPhone = useIsPhone()
  const filtered = { oid, today, journal }
  return (
    <section aria-label={m.filters()} className="border-b border-line px-4 py-2 desk:border-b-0">
      {isPhone ? (
        <div className="relative -mx-4 flex items-center gap-1.5 overflow-x-auto px-4 py-1 [scrollbar-width:none]">
          <PhoneFilters {...filtered} total={total} />
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

const PRESSED = 'button:not([popover] *)'

const Pills = memo(function Pills(props: Filtered) {
  const { journal } = props
  const valueOf = useFilterLabel(props)
  const sources = useSourcesCode()
  const { names, toggles } = useOfferedFilters(journal)
  const { ref, ...roving } = useRovingLine<HTMLDivElement>(PRESSED)
  return (
    <div
      ref={ref}
      {...roving}
      role="toolbar"
      aria-label={m.filters()}
      className="flex min-w-0 grow flex-wrap items-center gap-1.5"
    >
      <span className="inline-flex items-center gap-1.5">
        <PeriodFilter journal={journal} today={props.today} />
        <PeriodArrows journal={journal} today={props.today} />
      </span>
      {names.map((name) => (
        <Pill key={name} name={name} value={valueOf(name)} sources={sources} {...props} />
      ))}
      {toggles.map((name) => (
        <Toggle key={name} name={name} journal={journal} />
      ))}
      <AnnotationsPill journal={journal} />
      {CHIPS.map(
        (name) => journal.search[name] !== undefined && <Chip key={name} name={name} journal={journal} />,
      )}
    </div>
  )
})

const setFilters = ({ search }: Journal) =>
  activeFilters(search).filter((name) => name !== 'date_from' && name !== 'date_to')

const fetchFields = () => import('./sheet-fields.tsx')

/** A phone's sheet of filters, with a button that shows the resulting count. */
const FilterSheet = ({
  count,
  clear,
  total,
  ...shown
}: SheetFields & {
  count: number
  clear: ReactNode
  total: number | null
}) => {
  const [open, setOpen] = useState(false)
  const code = useIdleCode(fetchFields)
  return (
    <>
      <Button
        icon="filter"
        aria-haspopup="dialog"
        data-first-filter
        data-tool="filters"
        onClick={() => setOpen(true)}
      >
        {count > 0 ? m.filters_active({ count }) : m.filters()}
      </Button>
      <Dialog
        open={open}
        title={m.filters()}
        onClose={() => setOpen(false)}
        actions={
          <Button variant="primary" size="lg" className="w-full" onClick={() => setOpen(false)}>
            {code && total !== null ? <code.ShowContacts total={total} /> : m.close()}
          </Button>
        }
      >
        <div className="text-text">
          <p className="-mt-8 mb-3 min-h-6 text-right text-14">{clear}</p>
          {code && <code.SheetFields {...shown} />}
        </div>
      </Dialog>
    </>
  )
}

const PhoneFilters = memo(function PhoneFilters({ total, ...props }: Filtered & { total: number | null }) {
  const { journal } = props
  const valueOf = useFilterLabel(props)
  const sources = useSourcesCode()
  const { names, toggles } = useOfferedFilters(journal)
  return (
    <>
      <FilterSheet
        {...props}
        names={names}
        sources={sources}
        count={setFilters(journal).length + (journal.caller ? 1 : 0)}
        wordsOf={valueOf}
        clear={<ClearFilters journal={journal} />}
        toggles={toggles}
        total={total}
      />
      <PeriodFilter journal={journal} today={props.today} />
      <PeriodArrows journal={journal} today={props.today} />
      {names
        .filter((name) => valueOf(name) !== undefined)
        .map((name) => (
          <Pill key={name} name={name} value={valueOf(name)} sources={sources} {...props} />
        ))}
      {toggles
        .filter((name) => journal.search[name] === '1')
        .map((name) => (
          <Toggle key={name} name={name} journal={journal} />
        ))}
      {CHIPS.filter((name) => journal.search[name] !== undefined).map((name) => (
        <Chip key={name} name={name} journal={journal} />
      ))}
      <CopyLink hasCaller={journal.caller !== undefined} />
    </>
  )
})

const CHIPS = ARCHIVE_FILTERS.filter((name) => name !== 'q')

const Chip = ({ name, journal }: { name: (typeof CHIPS)[number]; journal: Journal }) => {
  const [title, value] = [filterName(name), filterValue(name, journal.search[name] ?? '', undefined)]
  return (
    <FilterChip
      name={title}
      value={value}
      removeLabel={m.remove_filter({ filter: `${title} ${value}` })}
      onRemove={() => journal.change({ [name]: undefined })}
    />
  )
}

const AnnotationsPill = ({ journal }: { journal: Journal }) => (
  <FilterPill name={m.filter_marks()} removeLabel="">
    {() => (
      <Suspense>
        <AnnotationsFilter journal={journal} autoFocus />
      </Suspense>
    )}
  </FilterPill>
)

const Toggle = ({ name, journal }: { name: ToggleFilter; journal: Journal }) => (
  <TogglePill
    name={filterName(name)}
    on={journal.search[name] === '1'}
    onChange={(on) => journal.change({ [name]: on ? '1' : undefined })}
  />
)

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
  const fields = useFilterFields()
  const pill = (
    <FilterPill
      name={filterName(name)}
      value={value}
      removeLabel={m.remove_filter({ filter: `${filterName(name)} ${value ?? ''}`.trim() })}
      onRemove={() => journal.change(without(name))}
    >
      {(close) =>
        fields ? (
          <fields.FilterField name={name} {...props} autoFocus onDone={close} />
        ) : (
          <p className="text-13 text-text-3">{m.loading()}</p>
        )
      }
    </FilterPill>
  )
  if (name !== 'source_filter') return pill
  return (
    <span role="none" className="contents" {...sources.handlers}>
      {pill}
    </span>
  )
}

/** Source by list and by part of name are one filter. */
const without = (name: EditedFilter) =>
  name === 'source_filter'
    ? { source_filter: undefined, source_text_filter: undefined }
    : { [name]: undefined }

const useFilterLabel = ({ oid, journal }: Filtered) => {
  const { scope } = useSignedIn()
  // Candidates are needed early only for the name of a linked code.
  const { data: options } = useQuery({
    ...filterOptionsQuery(scope, oid),
    enabled: journal.search.source_filter !== undefined || needsLabel(journal.search.status_filter),
  })
  const { drop } = journal
  const isUnknown = options !== undefined && isNonsense(journal.search.status_filter, options)
  useEffect(() => {
    if (isUnknown) drop('status_filter')
  }, [isUnknown, drop])
  return (name: EditedFilter): string | undefined => {
    const value = currentValue(journal, name)
    const labels = value === '' ? [] : [filterValue(name, value, options)]
    const { source_text_filter: text } = journal.search
    if (name === 'source_filter' && text !== undefined) labels.push(m.source_contains({ text }))
    return labels.length === 0 ? undefined : labels.join(', ')
  }
}

/** Statuses whose names only an object's candidates know. */
const needsLabel = (status: string | undefined) => status !== undefined && statusFilterWord(status) === null

/** A status that neither the document nor any object has; undecided until all objects have answered. */
const isNonsense = (
  status: string | undefined,
  { statuses, customStatuses, partial }: FilterOptions,
): boolean => {
  if (status === undefined || partial || !needsLabel(status)) return false
  const known = new Set([...statuses, ...customStatuses].flatMap(({ code }) => code.split(',')))
  return statusCodes({ status_filter: status }).some((code) => !known.has(code))
}

const TogglePill = ({
  name,
  on,
  onChange,
}: {
  name: string
  on: boolean
  onChange: (on: boolean) => void
}) => (
  <button
    type="button"
    role="checkbox"
    aria-checked={on}
    onClick={() => onChange(!on)}
    className={classNames(
      'relative inline-flex h-7 shrink-0 cursor-default items-center gap-1.5 rounded-full border px-2.5 text-13 whitespace-nowrap transition-[background-color] phone:h-8 phone:after:absolute phone:after:-inset-y-1.5 phone:after:inset-x-0',
      on
        ? 'border-transparent bg-selected font-strong text-accent hover:bg-press forced-colors:border-[Highlight]'
        : 'border-dashed border-line-strong bg-bg text-text-2 hover:bg-hover hover:text-text',
    )}
  >
    {!on && <Icon name="plus" size={14} className="text-text-3" />}
    {name}
    {on && <Icon name="close" size={14} className="-mr-1 text-text-2" />}
  </button>
)

const fetchFilterFields = () => import('./filter-fields.tsx')

/** Null: not loaded yet. */
const useFilterFields = () => useIdleCode(fetchFilterFields)
