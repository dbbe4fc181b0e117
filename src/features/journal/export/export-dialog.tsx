import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { filterOptionsQuery, type FilterOptions } from '#/api/filter-options/filter-options.ts'
import { knownStatusNames } from '#/api/status-names.ts'
import type { ExportAnswer, ExportRequest } from '#/contract/exports/contact-exports.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { useCurrentClient } from '#/domain/client/current-client.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { fileColumns } from '#/domain/files/file-columns.ts'
import { exportDialog } from '#/domain/files/current-export.ts'
import { useExport } from '#/domain/files/use-export.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { StaleNotice } from '#/domain/notice/stale-notice.tsx'
import { getTimes } from '#/domain/preferences/times.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { CSV_DIALECTS } from '#/domain/files/write-csv.ts'
import { counted, formatDay } from '#/i18n/format.ts'
import { getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import type { ExportProps } from './export-button.tsx'
import { ExportChoices, type ExportChoice } from './export-choices.tsx'
import { Finished, Incomplete, Running } from './export-states.tsx'
import { currentTime } from '#/api/transport/server-facts.ts'
import type { ListFilters } from '#/contract/archive/filters.ts'
import type { CallFilters } from '#/contract/call-filters.ts'
import { filterLines, filterWords, orderLine } from '#/domain/files/filter-lines.ts'
import { PERIOD_WORDS } from '#/features/journal/period.ts'
import type { AboutLine } from '#/domain/files/cell.ts'
import { briefName, fitName } from '#/domain/files/file-name.ts'
import { dayAt } from '#/contract/day.ts'

/** Absolute days: "last week" would change by the time the file is opened. */
const periodLabel = ({ period = 'all', date_from: from, date_to: to }: CallFilters): string => {
  if (period !== 'custom') return PERIOD_WORDS[period]()
  if (from && to) return `${formatDay(from)} – ${formatDay(to)}`
  if (from) return m.period_since({ day: formatDay(from) })
  return to ? m.period_until({ day: formatDay(to) }) : PERIOD_WORDS.custom()
}

/** Client, object, period, filters and order of a journal as text. */
export const describeJournal = (
  client: string | null,
  object: string,
  filters: ListFilters,
  options: FilterOptions | undefined,
): readonly AboutLine[] => [
  ...(client === null ? [] : [{ name: m.overview_export_client(), value: client }]),
  { name: m.col_object(), value: object },
  { name: m.filter_period(), value: periodLabel(filters) },
  ...filterLines(filters, options),
  orderLine(filters),
]

/**
 * `sever-group-callboard-dental-target-only-2026-11-01_2026-11-20-contacts` without extension. Relative periods are
 * named by their word and the creation date.
 * @param client null: the account has no clients
 * @param object the title; null: all objects
 */
export const exportFileName = (
  client: string | null,
  object: string | null,
  filters: ListFilters,
  options?: FilterOptions,
): string => {
  const { period = 'all', date_from: from, date_to: to } = filters
  const days = period === 'custom' ? `${from ?? ''}_${to ?? ''}` : `${period}-${dayAt(currentTime(), null)}`
  const who = client === null ? '' : briefName(client)
  const where = `${who && `${who}-`}callboard-${(object !== null && briefName(object)) || 'all'}`
  return fitName(where, filterWords(filters, options), `${days}-contacts`)
}

/** Dialog "Export". Our server makes the file: closing leaves it running, with progress in a banner. */
export const ExportDialog = ({
  journal,
  oid,
  layout,
  title,
  total,
  open,
  onClose,
}: ExportProps & { open: boolean; onClose: () => void }) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const hidden = useHiddenFields()
  const current = useCurrentClient()
  const client = current ? clientName(current) : null
  // Used for labels only: doesn't request missing names.
  const { data: options } = useQuery({ ...filterOptionsQuery(scope, oid), enabled: false })
  // Choices survive closing.
  const [choice, setChoice] = useState<ExportChoice>(() => ({
    format: 'csv',
    columns: 'shown',
    separator: CSV_DIALECTS[getLocale()].separator,
    isNumberText: false,
  }))
  const { state, progress, start, retry, save, dismiss, isSaving } = useExport(open)
  useEffect(() => {
    exportDialog.setState(() => open)
    return () => exportDialog.setState(() => false)
  }, [open])

  const about = describeJournal(client, title, journal.filters, options)
  const fields = { shown: fileColumns(layout.shown, hidden), all: fileColumns(null, hidden) }
  const request = (): ExportRequest => ({
    object: oid,
    filters: journal.filters,
    format: choice.format,
    columns: [...fields[choice.columns]],
    language: getLocale(),
    separator: choice.separator,
    numbers_as_text: choice.isNumberText,
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    times: getTimes(),
    total,
    client_name: client,
    file_name: exportFileName(client, oid === null ? null : title, journal.filters, options),
    about: [...about],
    status_names: [...knownStatusNames(queryClient, scope)].map(([code, name]) => [code, name]),
  })
  const leave = () => {
    dismiss()
    onClose()
  }

  const { body, actions } = viewOf(state, {
    leave,
    close: onClose,
    begin: () => start(request()),
    retry: () => retry() || start(request()),
    save,
    another: dismiss,
    running: state.is === 'running' && (
      <>
        <StaleNotice query={progress} className="" />
        <Running answer={state.answer} />
      </>
    ),
    choices: <ExportChoices choice={choice} onChange={setChoice} {...{ about, fields, total }} />,
    isEmpty: total === 0,
    isSaving,
  })

  return (
    <Dialog
      open={open}
      title={m.export_title()}
      onClose={state.is === 'running' ? onClose : leave}
      actions={actions}
    >
      {body}
      {/* Announced at the end; the progress bar covers the rest. */}
      <p aria-live="polite" className="sr-only">
        {state.is === 'finished' && !state.error && m.export_done(counted(state.answer.done))}
      </p>
    </Dialog>
  )
}

interface View {
  readonly body: ReactNode
  readonly actions: ReactNode
}

interface Does {
  readonly leave: () => void
  readonly close: () => void
  readonly begin: () => void
  readonly retry: () => void
  readonly save: () => void
  readonly another: () => void
  readonly choices: ReactNode
  readonly running: ReactNode
  readonly isEmpty: boolean
  readonly isSaving: boolean
}

/** Content by state. The pressed button is replaced, so each state has a button to focus. */
const viewOf = (state: ReturnType<typeof useExport>['state'], does: Does): View => {
  switch (state.is) {
    case 'idle':
      return {
        body: does.choices,
        actions: (
          <>
            <Button onClick={does.leave}>{m.cancel()}</Button>
            <Button
              variant="primary"
              disabledReason={does.isEmpty ? m.empty_title() : undefined}
              onClick={does.begin}
            >
              {m.export_start()}
            </Button>
          </>
        ),
      }
    case 'running':
      return {
        body: does.running,
        actions: (
          <>
            <Button key="cancel" onClick={does.leave}>
              {m.cancel()}
            </Button>
            <Button key="close" variant="primary" autoFocus onClick={does.close}>
              {m.close()}
            </Button>
          </>
        ),
      }
    case 'finished':
      return state.answer.state === 'complete'
        ? completeView(state.answer, state.error, does)
        : incompleteView(state.answer, state.error, does)
    default:
      return {
        body: (
          <>
            <LoadError error={state.error} title={m.export_failed()} level={3} className="" />
            <p className="text-13">{m.export_failed_kept()}</p>
          </>
        ),
        actions: (
          <>
            <Button onClick={does.leave}>{m.close()}</Button>
            <Button variant="primary" icon="refresh" autoFocus onClick={does.retry}>
              {m.retry()}
            </Button>
          </>
        ),
      }
  }
}

const completeView = (
  answer: ExportAnswer,
  error: Error | null,
  { another, leave, save, isSaving }: Does,
): View => ({
  body: error ? (
    <LoadError error={error} title={m.export_not_downloaded()} level={3} className="" />
  ) : (
    <Finished {...answer} />
  ),
  actions: (
    <>
      <Button onClick={another}>{m.export_again()}</Button>
      {error && <Button onClick={leave}>{m.close()}</Button>}
      <Button
        key={error ? 'again' : 'download'}
        variant={error ? 'primary' : 'default'}
        icon="download"
        pending={isSaving}
        autoFocus={error !== null}
        onClick={save}
      >
        {m.export_download()}
      </Button>
      {!error && (
        <Button key="done" variant="primary" autoFocus onClick={leave}>
          {m.close()}
        </Button>
      )}
    </>
  ),
})

const incompleteView = (answer: ExportAnswer, error: Error | null, { leave, retry, save }: Does): View => ({
  body: <Incomplete answer={answer} error={error} />,
  actions: (
    <>
      <Button onClick={leave}>{m.close()}</Button>
      {!answer.shortfall?.gaps.includes('capped') && (
        <Button key="retry" icon="refresh" onClick={retry}>
          {m.retry()}
        </Button>
      )}
      <Button key="save" variant="primary" autoFocus onClick={save}>
        {m.export_save_part()}
      </Button>
    </>
  ),
})
