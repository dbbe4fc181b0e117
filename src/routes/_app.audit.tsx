import { createFileRoute } from '@tanstack/react-router'
import { arriveWithout } from '#/domain/search-params.ts'
import { AuditPage } from '#/features/audit/audit-page.tsx'
import { readAuditSearch } from '#/features/audit/search.ts'

export const Route = createFileRoute('/_app/audit')({
  validateSearch: (raw) => readAuditSearch(raw).search,
  staticData: {
    arrive: (raw) => arriveWithout(readAuditSearch(raw)),
    clientSwitch: { to: '/audit', keep: () => ({ retained: {}, dropped: [] }) },
  },
  component: AuditPage,
})
