import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { filterOptionsQuery } from '#/api/filter-options.ts'
import { knownStatusNames } from '#/api/status-names.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { useCurrentClient } from '#/domain/client/current-client.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { saveFile } from '#/domain/table-file/save-file.ts'
import { counted } from '#/i18n/format.ts'
import { getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { describeJournal, exportFileName } from './describe.ts'
import type { ExportProps } from './export-button.tsx'
import { ExportChoices, type ExportChoice } from './export-choices.tsx'
import { Finished, Incomplete, Running } from './export-states.tsx'
import { fileColumns } from '#/domain/contact-file/file-columns.ts'
import type { ExportJob, ExportResult } from './job.ts'
import type { Shortfall } from '#/api/pages.ts'
import { type ExportState, useExport } from './use-export.ts'

/**
 * Dialog "Export", from the choice to the file. It stays open while the export runs, with its progress; who closes it
 * then is asked once.
 */
export const ExportDialog = ({
  journal,
  oid,
  look,
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
  // Needed for words only: names that are not loaded yet are not requested here.
  const { data: options } = useQuery({ ...filterOptionsQuery(scope, oid), enabled: false })
  // They outlive the closed dialog: the next export is often the same.
  const [choice, setChoice] = useState<ExportChoice>({ format: 'csv', columns: 'shown' })
  const [isAsking, setIsAsking] = useState(false)
  const { state, start, stop } = useExport()

  const about = describeJournal(client, title, journal.filters, options)
  const fields = { shown: fileColumns(look.shown, hidden), all: fileColumns(null, hidden) }
  const job = (): ExportJob => ({
    scope,
    oid,
    filters: journal.filters,
    format: choice.format,
    fields: fields[choice.columns],
    total,
    locale: getLocale(),
    statusNames: [...knownStatusNames(queryClient, scope)],
    client,
    about,
    fileName: exportFileName(client, oid === null ? null : title, journal.filters),
  })
  const begin = () => {
    setIsAsking(false)
    start(job())
  }
  const leave = () => {
    setIsAsking(false)
    stop()
    onClose()
  }
  // The browser itself closes a dialog at the second Escape, whatever the page says to it.
  const close = () => (state.is === 'running' && !isAsking ? setIsAsking(true) : leave())

  const { body, actions } = viewOf(state, isAsking, {
    leave,
    begin,
    another: stop,
    goOn: () => setIsAsking(false),
    choices: <ExportChoices choice={choice} onChange={setChoice} {...{ about, fields, total }} />,
    isEmpty: total === 0,
  })

  return (
    <Dialog open={open} title={m.export_title()} onClose={close} actions={actions}>
      {body}
      {/* Read out once it is over; the bar tells the rest. */}
      <p aria-live="polite" className="sr-only">
        {state.is === 'finished' && m.export_done(counted(state.result.count))}
      </p>
    </Dialog>
  )
}

interface View {
  readonly body: ReactNode
  readonly actions: ReactNode
}

/** What the dialog shows. What was pressed is gone in the next state, so that each has a button that takes the focus. */
const viewOf = (
  state: ExportState,
  isAsking: boolean,
  does: {
    leave: () => void
    begin: () => void
    another: () => void
    goOn: () => void
    choices: ReactNode
    isEmpty: boolean
  },
): View => {
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
        body: <Running progress={state.progress} isAsking={isAsking} />,
        actions: isAsking ? (
          <>
            <Button key="stop" variant="danger" onClick={does.leave}>
              {m.export_stop()}
            </Button>
            <Button key="go-on" variant="primary" autoFocus onClick={does.goOn}>
              {m.export_go_on()}
            </Button>
          </>
        ) : (
          <Button key="cancel" autoFocus onClick={does.leave}>
            {m.cancel()}
          </Button>
        ),
      }
    case 'finished':
      return state.result.shortfall === null
        ? completeView(state.result, does.leave, does.another)
        : incompleteView(state.result, state.result.shortfall, does.leave, does.begin)
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
            <Button variant="primary" icon="refresh" autoFocus onClick={does.begin}>
              {m.retry()}
            </Button>
          </>
        ),
      }
  }
}

const completeView = (result: ExportResult, leave: () => void, another: () => void): View => ({
  body: <Finished {...result} />,
  actions: (
    <>
      <Button onClick={another}>{m.export_again()}</Button>
      <Button key="done" variant="primary" autoFocus onClick={leave}>
        {m.close()}
      </Button>
    </>
  ),
})

const incompleteView = (
  { file, fileName, error }: ExportResult,
  shortfall: Shortfall,
  leave: () => void,
  begin: () => void,
): View => ({
  body: <Incomplete shortfall={shortfall} error={error} />,
  actions: (
    <>
      <Button onClick={leave}>{m.close()}</Button>
      {!shortfall.gaps.includes('capped') && (
        <Button key="retry" icon="refresh" onClick={begin}>
          {m.retry()}
        </Button>
      )}
      <Button key="save" variant="primary" autoFocus onClick={() => saveFile(file, fileName)}>
        {m.export_save_part()}
      </Button>
    </>
  ),
})
