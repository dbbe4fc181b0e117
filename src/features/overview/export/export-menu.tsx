import { useState } from 'react'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { formatsOf, type Exported, type ExportFormat } from './exported.ts'
import { useExportContext } from './use-export-context.ts'

const WORDS = { csv: 'CSV', xlsx: 'XLSX', svg: 'SVG', png: 'PNG' } as const satisfies Record<
  ExportFormat,
  string
>
const NOTES = {
  csv: m.overview_export_csv,
  xlsx: m.overview_export_xlsx,
  svg: m.overview_export_svg,
  png: m.overview_export_png,
} as const satisfies Record<ExportFormat, () => string>

/**
 * Button "Export Sources" of a panel: its rows as a file, all of them, and what it draws as a picture. What makes them
 * comes when somebody reaches for the button.
 * @param title what the panel is called
 */
export const ExportMenu = ({ exported, title }: { exported: Exported; title: string }) => {
  const context = useExportContext()
  const [isPending, setPending] = useState(false)
  const code = useOnIntent(fetchCode)
  const run = async (format: ExportFormat) => {
    setPending(true)
    try {
      const { exportPanel } = await fetchCode()
      await exportPanel(exported, format, title, context)
    } catch {
      showToast({ tone: 'failed', text: m.export_failed() })
    }
    setPending(false)
  }
  const label = m.overview_export_of({ title })
  return (
    <Menu
      label={label}
      align="end"
      groups={formatsOf(exported).map((formats) => ({
        items: formats.map((format) => ({
          id: format,
          label: WORDS[format],
          note: NOTES[format](),
          onSelect: () => void run(format),
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

const fetchCode = () => import('./make-file.ts')
