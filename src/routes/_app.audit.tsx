import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '#/features/audit/audit-page.tsx'
import { textsOf } from '#/domain/search-params.ts'

type Text = string | undefined

/** Who did what: of all clients at once. */
export const Route = createFileRoute('/_app/audit')({
  // Undefined takes the place of what the raw address says. What a value may be the page knows: no other pays for it.
  validateSearch: (raw): { event?: Text; who?: Text; date_from?: Text; date_to?: Text } => {
    const { event, who, date_from, date_to } = textsOf(raw)
    return { event, who, date_from, date_to }
  },
  staticData: { clientSwitch: { to: '/audit', keep: () => ({ kept: {}, dropped: [] }) } },
  component: AuditPage,
})
