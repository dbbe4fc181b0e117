import { createFileRoute } from '@tanstack/react-router'
import { readAuditSearch } from '#/features/audit/search.ts'
import { AuditPage } from '#/features/audit/audit-page.tsx'

/** Who did what: of all clients at once. */
export const Route = createFileRoute('/_app/audit')({
  validateSearch: readAuditSearch,
  staticData: { clientSwitch: { to: '/audit', keep: () => ({ kept: {}, dropped: [] }) } },
  component: AuditPage,
})
