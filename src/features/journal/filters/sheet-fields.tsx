import { useRef, useState } from 'react'
import { OpeningRow } from '#/features/journal/annotations/opening-row.tsx'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { filterName, filterValue } from '#/domain/contact-list/filter-labels.ts'
import type { FieldProps } from './field-props.ts'
import { FilterField } from './filter-fields.tsx'
import type { EditedFilter, ToggleFilter } from './offered-filters.ts'
import { ANNOTATION_FILTERS } from '#/contract/annotations/annotation-filters.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { AnnotationsFilter } from '#/features/journal/annotations/annotations-filter.tsx'

export interface SheetFields extends Pick<FieldProps, 'journal' | 'oid' | 'today' | 'sources'> {
  readonly names: readonly EditedFilter[]
  readonly wordsOf: (name: EditedFilter) => string | undefined
  readonly toggles: readonly ToggleFilter[]
}

/** Content of a phone's sheet, loaded after the list. */
export const SheetFields = ({ names, wordsOf, toggles, ...filtered }: SheetFields) => {
  const fields: FieldProps = { ...filtered, autoFocus: false, onDone: () => {} }
  return (
    <>
      <div className="divide-y divide-line border-y border-line">
        {names.map((name) =>
          isChosen(name) ? (
            <ChoiceRow key={name} name={name} value={wordsOf(name)} {...fields} />
          ) : (
            <div key={name} className={rowClass}>
              <FilterField name={name} {...fields} />
            </div>
          ),
        )}
        <AnnotationsRow journal={fields.journal} />
        {toggles.map((name) => (
          <div key={name} className="py-1">
            <Checkbox
              checked={fields.journal.search[name] === '1'}
              onChange={(event) => fields.journal.change({ [name]: event.target.checked ? '1' : undefined })}
            >
              {filterName(name)}
            </Checkbox>
          </div>
        ))}
      </div>
    </>
  )
}

/** Label at the start, value at the end, no frame. */
const rowClass =
  'py-1 [&>div:not(:has([type=checkbox]))]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] [&>div]:items-center [&_label]:text-15 [&_label]:font-normal [&_label]:text-text [&_p]:col-span-2 [&_p]:pb-1 [&_input:not([type=checkbox])]:border-transparent [&_input:not([type=checkbox])]:bg-transparent [&_input:not([type=checkbox])]:text-right'

const CHOSEN: ReadonlySet<EditedFilter> = new Set<EditedFilter>([
  'status_filter',
  'source_filter',
  'duration_filter',
])
const isChosen = (name: EditedFilter) => CHOSEN.has(name)

const ChoiceRow = ({
  name,
  value,
  ...props
}: FieldProps & { name: EditedFilter; value: string | undefined }) => {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <OpeningRow
      ref={button}
      name={filterName(name)}
      value={value}
      open={open}
      onToggle={() => {
        if (name === 'source_filter') props.sources.load()
        setOpen(!open)
      }}
    >
      <div className="max-h-80 overflow-auto">
        <FilterField
          name={name}
          {...props}
          onDone={() => {
            setOpen(false)
            // After the popover has returned focus to its own opener.
            requestAnimationFrame(() => button.current?.focus())
          }}
        />
      </div>
    </OpeningRow>
  )
}

/** "Score 4 or more, Note given". */
const AnnotationsRow = ({ journal }: { journal: Journal }) => {
  const [open, setOpen] = useState(false)
  const set = ANNOTATION_FILTERS.flatMap((name) => {
    const value = journal.search[name]
    return value === undefined ? [] : [`${filterName(name)} ${filterValue(name, value, undefined)}`]
  })
  return (
    <OpeningRow
      name={m.filter_marks()}
      value={set.length === 0 ? undefined : set.join(', ')}
      open={open}
      onToggle={() => setOpen(!open)}
    >
      <AnnotationsFilter journal={journal} />
    </OpeningRow>
  )
}

export const ShowContacts = ({ total }: { total: number }) => m.show_contacts(counted(total))
