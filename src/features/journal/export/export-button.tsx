import { useState } from 'react'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useMay } from '#/domain/session/use-signed-in.ts'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import type { TableLayout } from '#/features/journal/table/use-table-layout.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'

export interface ExportProps {
  readonly journal: Journal
  readonly oid: string | null
  readonly layout: TableLayout
  readonly title: string
  readonly total: number
}

/** Button "Export"; the dialog is loaded on hover or focus. */
export const ExportButton = (props: ExportProps) => (useMay('export') ? <Offered {...props} /> : null)

const Offered = (props: ExportProps) => {
  const [open, setOpen] = useState(false)
  const dialog = useOnIntent(() => import('./export-dialog.tsx').then((code) => code.ExportDialog))
  const close = () => setOpen(false)
  return (
    <>
      <Button
        {...dialog.handlers}
        data-tool="export"
        icon="download"
        aria-haspopup="dialog"
        pending={open && dialog.code === null && dialog.error === null}
        onClick={() => {
          dialog.load()
          setOpen(true)
        }}
      >
        {m.export_button()}
      </Button>
      {dialog.code ? (
        <dialog.code {...props} open={open} onClose={close} />
      ) : (
        <Dialog open={open && dialog.error !== null} title={m.export_title()} onClose={close}>
          <LoadError error={dialog.error} level={3} onRetry={dialog.load} className="" />
        </Dialog>
      )}
    </>
  )
}
