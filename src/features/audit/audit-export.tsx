import { useMutation } from '@tanstack/react-query'
import { readAudit, type AuditFilters } from '#/api/administration/administration.ts'
import { beginExport } from '#/api/administration/exports.ts'
import type { AuditEntry } from '#/contract/administration/audit.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import type { Cell } from '#/domain/files/cell.ts'
import { saveFile } from '#/domain/files/save-file.ts'
import { tableBlob } from '#/domain/files/table-blob.ts'
import { getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import type { NameOfClient } from './client-names.ts'
import { detailsOf, EVENT_WORD, whoOf } from './entry-labels.ts'

const FORMATS = ['csv', 'xlsx'] as const

/** All matching entries, not only the loaded ones. */
export const AuditExport = ({ filters, nameOf }: { filters: AuditFilters; nameOf: NameOfClient }) => {
  const { scope } = useSignedIn()
  const { mutate: run, isPending } = useMutation({
    mutationFn: async (format: (typeof FORMATS)[number]) => {
      const entries = await readAll(scope.principal, filters)
      await beginExport(scope, { what: 'audit', format, rows: entries.length })
      saveFile(await fileOf(entries, format, nameOf), `${m.nav_audit()}.${format}`)
    },
    onError: (error) => showToast({ tone: 'failed', text: errorText(error) }),
  })
  return (
    <Menu
      label={m.audit_export()}
      align="end"
      groups={[
        {
          items: FORMATS.map((format) => ({
            id: format,
            label: format.toUpperCase(),
            onSelect: () => run(format),
          })),
        },
      ]}
      renderTrigger={(trigger) => (
        <IconButton {...trigger} icon="download" label={m.audit_export()} pending={isPending} />
      )}
    />
  )
}

const readAll = async (principal: string, filters: AuditFilters): Promise<readonly AuditEntry[]> => {
  const all: AuditEntry[] = []
  for (let before: number | null = null; ;) {
    const { entries, has_more } = await readAudit(principal, filters, before)
    all.push(...entries)
    before = entries.at(-1)?.id ?? null
    if (!has_more || before === null) return all
  }
}

const fileOf = (
  entries: readonly AuditEntry[],
  format: (typeof FORMATS)[number],
  nameOf: NameOfClient,
): Promise<Blob> =>
  tableBlob({
    format,
    client: null,
    title: m.nav_audit(),
    columns: [
      { name: m.audit_when(), width: 26 },
      { name: m.audit_who(), width: 30 },
      { name: m.audit_event(), width: 24 },
      { name: m.audit_details(), width: 50 },
      { name: m.audit_client(), width: 20 },
      { name: m.audit_where(), width: 20 },
      { name: m.audit_request(), width: 40 },
    ],
    rows: entries.map((entry): readonly Cell[] => [
      entry.at,
      whoOf(entry),
      EVENT_WORD[entry.what.event](),
      detailsOf(entry.what),
      nameOf(entry.client),
      entry.address,
      entry.request_id,
    ]),
    note: null,
    about: [],
    locale: getLocale(),
  })
