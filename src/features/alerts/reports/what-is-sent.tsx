import type { MailedReport, ReportField, ReportSettings } from '#/contract/delivery/reports.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { SelectField } from '#/ui/control/field.tsx'

const FORMATS = ['csv', 'xlsx'] as const
const OVERVIEW = ''

interface WhatProps {
  readonly report: MailedReport | null
  readonly settings: ReportSettings
  readonly set: (change: Partial<ReportSettings>) => void
  readonly wrong: Partial<Record<ReportField, string>>
}

export const WhatIsSent = ({ report, settings, set, wrong }: WhatProps) => {
  const { session } = useSignedIn()
  const { preferences, isLoaded } = usePreferences()
  const views = preferences.saved_views ?? []
  const { view = null, with_callers: withCallers = false, with_notes: withNotes = false } = settings
  const isGone = view !== null && isLoaded && !views.some(({ id }) => id === view.id)
  const mayExport = session.rights.includes('export')
  const maySeeNumbers = session.rights.includes('numbers')
  const hint = !mayExport
    ? m.reports_view_no_right()
    : isLoaded && views.length === 0
      ? m.reports_no_views()
      : undefined
  return (
    <>
      <SelectField
        label={m.reports_of()}
        hint={hint}
        error={wrong.view ?? (isGone ? m.reports_choose_view() : undefined)}
        value={view?.id ?? OVERVIEW}
        onChange={({ target }) =>
          set(
            target.value === OVERVIEW
              ? { view: null, with_callers: false }
              : { view: { id: target.value, format: view?.format ?? 'csv' } },
          )
        }
      >
        <option value={OVERVIEW}>{m.reports_of_overview()}</option>
        {mayExport && (views.length > 0 || view !== null) && (
          <optgroup label={m.reports_of_views()}>
            {view !== null && !views.some(({ id }) => id === view.id) && (
              <option value={view.id}>{report?.view_name ?? m.reports_view_gone()}</option>
            )}
            {views.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </SelectField>
      {view === null && (
        <Checkbox
          checked={withNotes}
          description={m.reports_with_notes_hint()}
          onChange={({ target }) => set({ with_notes: target.checked })}
        >
          {m.with_notes()}
        </Checkbox>
      )}
      {view !== null && (
        <>
          <SelectField
            label={m.reports_format()}
            value={view.format}
            onChange={({ target }) => {
              const format = FORMATS.find((one) => one === target.value)
              if (format) set({ view: { ...view, format } })
            }}
          >
            {FORMATS.map((format) => (
              <option key={format} value={format}>
                {format.toUpperCase()}
              </option>
            ))}
          </SelectField>
          <Checkbox
            checked={withCallers && maySeeNumbers}
            disabled={!maySeeNumbers}
            description={
              maySeeNumbers
                ? (wrong.with_callers ?? m.reports_with_callers_hint())
                : m.reports_with_callers_hidden()
            }
            onChange={({ target }) => set({ with_callers: target.checked })}
          >
            {m.reports_with_callers()}
          </Checkbox>
        </>
      )}
    </>
  )
}
