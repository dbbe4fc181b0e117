import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { filterOptionsQuery } from '#/api/filter-options/filter-options.ts'
import { VIEW_NAME_MAX, type PeriodPreset } from '#/contract/preferences.ts'
import { FormDialog } from '#/domain/saving/form-dialog.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { PRESET_WORDS } from '#/domain/period/period-labels.ts'
import { periodLabel } from '#/features/journal/period.ts'
import { columnsFor } from '#/features/journal/table/columns.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { Checkbox, Radio } from '#/ui/control/checkbox.tsx'
import { TextField } from '#/ui/control/field.tsx'
import { Fact, FactList } from '#/ui/data/fact-list.tsx'
import type { Views, ViewsProps } from './use-views.ts'
import { freeName, isNameTaken, rollingChoices } from './view.ts'
import { SHIPPED_VIEWS } from '#/domain/contact-list/shipped-views.ts'
import { viewDaysLabel, viewContentsLabel, proposedName } from './view-labels.ts'

export const namesOf = ({ own }: Views): string[] => [
  ...SHIPPED_VIEWS.map(({ name }) => name()),
  ...own.map(({ name }) => name),
]

export const NameDialog = ({
  open,
  title,
  submit,
  initial,
  taken,
  onSubmit,
  onClose,
  children,
}: {
  open: boolean
  title: string
  /** "Save view" */
  submit: string
  initial: string
  /** Names of other views: duplicates are allowed with a note. */
  taken: readonly string[]
  onSubmit: (name: string) => void
  onClose: () => void
  children?: React.ReactNode
}) => {
  const [typed, setTyped] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  // Follows the proposed name until typed: labels may still load.
  const name = typed ?? initial
  const close = () => {
    setTyped(null)
    setMissing(false)
    onClose()
  }
  const save = () => {
    if (name.trim() === '') return setMissing(true)
    onSubmit(name.trim())
    close()
  }
  return (
    <FormDialog
      open={open}
      title={title}
      save={submit}
      isPending={false}
      isDirty={false}
      disabledReason={useSaveBlocked()}
      onSave={save}
      onClose={close}
    >
      <TextField
        label={m.view_name()}
        value={name}
        maxLength={VIEW_NAME_MAX}
        autoComplete="off"
        error={missing && name.trim() === '' ? m.view_name_missing() : undefined}
        hint={isNameTaken(name, taken) ? m.view_name_taken() : undefined}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
      />
      {children}
    </FormDialog>
  )
}

/** Dialog "Save view": name, contents and whether days are relative. */
export const SaveViewDialog = ({
  open,
  onClose,
  onSaved,
  oid,
  journal,
  views,
  shown,
  today,
}: ViewsProps & {
  open: boolean
  onClose: () => void
  onSaved: (id: string) => void
}) => {
  const { scope } = useSignedIn()
  const { search } = journal
  const { data: options } = useQuery({
    ...filterOptionsQuery(scope, oid),
    enabled: open && (search.source_filter !== undefined || search.status_filter !== undefined),
  })
  const choices = rollingChoices(search, today)
  const [chosen, setChosen] = useState<PeriodPreset | 'fixed' | null>(null)
  const [withColumns, setWithColumns] = useState(true)
  // Ignores a choice no longer offered.
  const days = chosen === 'fixed' || (chosen && choices.includes(chosen)) ? chosen : (choices[0] ?? 'fixed')
  const rolling = days === 'fixed' ? undefined : days
  const taken = namesOf(views)
  const close = () => {
    setChosen(null)
    setWithColumns(true)
    onClose()
  }
  return (
    <NameDialog
      open={open}
      title={m.view_save()}
      submit={m.view_save()}
      initial={freeName(proposedName(search, options, rolling, today), taken)}
      taken={taken}
      onClose={close}
      onSubmit={(name) => onSaved(views.save({ name, rolling, columns: withColumns ? shown : undefined }))}
    >
      {choices.length > 0 ? (
        <fieldset>
          <legend className="text-13 font-medium text-text-2">{m.filter_period()}</legend>
          {choices.map((preset) => (
            <Radio key={preset} name="days" checked={days === preset} onChange={() => setChosen(preset)}>
              {m.view_rolling({ period: PRESET_WORDS[preset]() })}
            </Radio>
          ))}
          <Radio name="days" checked={days === 'fixed'} onChange={() => setChosen('fixed')}>
            {m.view_fixed({ days: viewDaysLabel(search, today) })}
          </Radio>
        </fieldset>
      ) : null}
      <FactList>
        {choices.length === 0 && <Fact label={m.filter_period()}>{savedPeriodLabel(search, today)}</Fact>}
        {viewContentsLabel(search, options).map(({ name, value }) => (
          <Fact key={name} label={name}>
            <bdi>{value}</bdi>
          </Fact>
        ))}
      </FactList>
      <Checkbox
        checked={withColumns}
        onChange={(event) => setWithColumns(event.target.checked)}
        description={withColumns ? columnLabel(shown) : m.view_without_columns()}
      >
        {m.view_with_columns()}
      </Checkbox>
      {journal.caller !== undefined && <p className="text-13">{m.view_without_caller()}</p>}
    </NameDialog>
  )
}

const savedPeriodLabel = (search: Journal['search'], today: string): string => {
  if (search.period === 'custom') return m.view_fixed({ days: viewDaysLabel(search, today) })
  const period = periodLabel(search, today)
  return search.period === 'all' ? period : m.view_moves({ period })
}

const columnLabel = (shown: readonly string[]): string => {
  const columns = columnsFor(null, new Set())
  return shown.map((id) => columns.find((column) => column.id === id)?.name() ?? id).join(', ')
}
