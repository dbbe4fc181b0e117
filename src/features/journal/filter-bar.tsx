import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { filterOptionsQuery } from '#/api/filter-options.ts'
import { statusFilterWord } from '#/features/shell/contact-status.tsx'
import { useSignedIn } from '#/features/shell/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, LinkButton } from '#/ui/control/button.tsx'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { FilterPill } from '#/ui/control/pill.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { EDITED_FILTERS, FilterField, type EditedFilter } from './filter-fields.tsx'
import { filterName, filterValue } from './filter-words.ts'
import { activeFilters, DEFAULT_PERIOD } from './search.ts'
import type { Journal } from './use-journal.ts'

/** Region "Filters": each filter one pill, set ones say their value; on a phone one sheet holds them all. */
export const FilterBar = ({
  oid,
  journal,
  found,
}: {
  oid: string | null
  journal: Journal
  /** "537 contacts", for the button that closes the sheet. */
  found: string
}) => {
  const { scope } = useSignedIn()
  const isPhone = useIsPhone()
  // Only a code that came by link needs the candidates for its words before anybody chooses.
  const { data: options } = useQuery({
    ...filterOptionsQuery(scope, oid),
    enabled: journal.search.source_filter !== undefined || needsWords(journal.search.status_filter),
  })
  const active = activeFilters(journal.search)
  const count = active.length + (journal.caller ? 1 : 0)

  const valueOf = (name: EditedFilter): string | undefined => {
    const value =
      name === 'period'
        ? (journal.search.period ?? DEFAULT_PERIOD)
        : name === 'from_filter'
          ? journal.caller
          : journal.search[name]
    return value === undefined ? undefined : filterValue(name, value, options)
  }
  const pill = (name: EditedFilter) => {
    const value = valueOf(name)
    return (
      <FilterPill
        key={name}
        name={filterName(name)}
        value={value}
        removeLabel={m.remove_filter({ filter: `${filterName(name)} ${value ?? ''}`.trim() })}
        onRemove={
          name === 'period' && journal.search.period === undefined
            ? undefined
            : () =>
                journal.change(
                  name === 'period'
                    ? { period: undefined, date_from: undefined, date_to: undefined }
                    : { [name]: undefined },
                )
        }
      >
        {(close) => <FilterField name={name} journal={journal} oid={oid} autoFocus onDone={close} />}
      </FilterPill>
    )
  }
  const checkboxes = (['target_filter', 'repeated_filter'] as const).map((name) => (
    <Checkbox
      key={name}
      checked={journal.search[name] === '1'}
      onChange={(event) => journal.change({ [name]: event.target.checked ? '1' : undefined })}
    >
      {filterName(name)}
    </Checkbox>
  ))
  const clear = count > 0 && <LinkButton onClick={journal.clear}>{m.clear_filters()}</LinkButton>

  return (
    <section aria-label={m.filters()} className="border-b border-line px-4 py-2 desk:border-b-0">
      {isPhone ? (
        <div className="flex items-center gap-1.5 overflow-x-auto [scrollbar-width:none]">
          <FilterSheet count={count} clear={clear} found={found}>
            {EDITED_FILTERS.map((name) => (
              <FilterField
                key={name}
                name={name}
                journal={journal}
                oid={oid}
                autoFocus={false}
                onDone={() => {}}
              />
            ))}
            {checkboxes}
          </FilterSheet>
          {EDITED_FILTERS.filter((name) => valueOf(name) !== undefined).map(pill)}
        </div>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-1.5">
            {EDITED_FILTERS.map(pill)}
            <span className="ml-auto text-13">{clear}</span>
          </div>
          <div className="flex flex-wrap items-center gap-4 pt-1.5">{checkboxes}</div>
        </>
      )}
    </section>
  )
}

/** Custom statuses and the service's own codes: only an object's candidates say what they are called. */
const needsWords = (status: string | undefined) => status !== undefined && statusFilterWord(status) === null

const FilterSheet = ({
  count,
  clear,
  found,
  children,
}: {
  count: number
  clear: React.ReactNode
  found: string
  children: React.ReactNode
}) => {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={button} icon="filter" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {count > 0 ? m.filters_active({ count }) : m.filters()}
      </Button>
      <Dialog
        open={open}
        title={m.filters()}
        onClose={() => setOpen(false)}
        actions={
          <Button variant="primary" size="lg" className="w-full" onClick={() => setOpen(false)}>
            {found}
          </Button>
        }
      >
        <div className="grid gap-3">
          {clear && <p className="-mt-8 text-right">{clear}</p>}
          {children}
        </div>
      </Dialog>
    </>
  )
}
