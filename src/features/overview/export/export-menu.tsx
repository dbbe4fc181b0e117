import { useMutation } from '@tanstack/react-query'
import { isApiError } from '#/api/error.ts'
import { beginExport } from '#/api/administration/exports.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useMay, useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import type { Exported } from './make-file.tsx'
import { TABLE_FORMATS, type PanelFormat } from './panel-file.ts'
import { useReadOverview } from '#/features/overview/data/use-overview.ts'
import { useFiguresOwner } from './use-export-context.ts'

const WORDS = { csv: 'CSV', xlsx: 'XLSX', svg: 'SVG' } as const satisfies Record<PanelFormat, string>
const NOTES = {
  csv: m.overview_export_csv,
  xlsx: m.overview_export_xlsx,
  svg: m.overview_export_svg,
} as const satisfies Record<PanelFormat, () => string>

/** Button "Export Sources" of a panel: all rows as a file, or its chart as an image. The code is loaded on hover. */
export const ExportMenu = <Choice,>(exported: Exported<Choice>) =>
  useMay('export') ? <Offered {...exported} /> : null

const Offered = <Choice,>(exported: Exported<Choice>) => {
  const { scope } = useSignedIn()
  const { panel, title } = exported
  const owner = useFiguresOwner()
  const readOverview = useReadOverview()
  const code = useOnIntent(() => Promise.all([fetchCode(), panel.file()]))
  const { mutate: run, isPending } = useMutation({
    mutationFn: async (format: PanelFormat) => {
      const { exportPanel } = await fetchCode()
      await beginExport(scope, { what: 'figures', format, rows: null })
      await exportPanel(exported, format, { overview: readOverview(), ...owner })
    },
    onError: (error) =>
      showToast({ tone: 'failed', text: isApiError(error) ? errorText(error) : m.export_failed() }),
  })
  const label = m.overview_export_of({ title })
  return (
    <Menu
      label={label}
      align="end"
      groups={(panel.isDrawn ? [TABLE_FORMATS, ['svg'] as const] : [TABLE_FORMATS]).map((formats) => ({
        items: formats.map((format) => ({
          id: format,
          label: WORDS[format],
          note: NOTES[format](),
          onSelect: () => run(format),
        })),
      }))}
      renderTrigger={(trigger) => (
        <IconButton
          {...trigger}
          onPointerEnter={code.handlers.onPointerEnter}
          onFocus={code.handlers.onFocus}
          icon="download"
          label={label}
          pending={isPending}
        />
      )}
    />
  )
}

const fetchCode = () => import('./make-file.tsx')
