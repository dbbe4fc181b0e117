import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readAudit, type AuditFilters } from '#/api/administration/administration.ts'
import { beginExport } from '#/api/administration/exports.ts'
import type { AuditEntry } from '#/contract/administration/audit.ts'
import { saveFile } from '#/domain/files/save-file.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, IconButton } from '#/ui/control/button.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { useFocusFallback } from '#/ui/use-focus-fallback.ts'
import { AUDIT_FORMATS, auditFile, auditFileName, type AuditFormat } from './audit-file.ts'
import type { NameOfClient } from './client-names.ts'
import { auditFilters, type AuditSearch } from './search.ts'

/** All matching entries, not only the loaded ones. */
export const AuditExport = ({ search, nameOf }: { search: AuditSearch; nameOf: NameOfClient }) => {
  const { scope } = useSignedIn()
  const [read, setRead] = useState(0)
  const running = useRef<AbortController>(null)
  const { mutate: run, isPending } = useMutation({
    mutationFn: async (format: AuditFormat) => {
      setRead(0)
      running.current = new AbortController()
      const { signal } = running.current
      const entries = await readAll(scope.principal, auditFilters(search), signal, setRead)
      await beginExport(scope, { what: 'audit', format, rows: entries.length })
      const file = await auditFile(entries, search, format, nameOf)
      if (!signal.aborted) saveFile(file, auditFileName(search, format))
    },
    onError: (error) => {
      if (running.current?.signal.aborted !== true) showToast({ tone: 'failed', text: errorText(error) })
    },
  })
  const focus = useFocusFallback<HTMLDivElement>()
  return (
    <div {...focus} className="flex items-center gap-2 outline-none">
      {isPending && (
        <>
          <span className="text-13 whitespace-nowrap text-text-2 tabular-nums">
            {m.audit_export_read(counted(read))}
          </span>
          <Button onClick={() => running.current?.abort()}>{m.cancel()}</Button>
        </>
      )}
      <Menu
        label={m.audit_export()}
        align="end"
        groups={[
          {
            items: AUDIT_FORMATS.map((format) => ({
              id: format,
              label: format.toUpperCase(),
              onSelect: () => run(format),
            })),
          },
        ]}
        renderTrigger={(trigger) => (
          <IconButton
            {...trigger}
            data-takes-focus
            icon="download"
            label={m.audit_export()}
            pending={isPending}
          />
        )}
      />
    </div>
  )
}

const readAll = async (
  principal: string,
  filters: AuditFilters,
  signal: AbortSignal,
  onRead: (count: number) => void,
): Promise<readonly AuditEntry[]> => {
  const all: AuditEntry[] = []
  for (let before: number | null = null; ;) {
    const { entries, has_more } = await readAudit(principal, filters, before, signal)
    all.push(...entries)
    onRead(all.length)
    before = entries.at(-1)?.id ?? null
    if (!has_more || before === null) return all
  }
}
