import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '#/features/audit/audit-page.tsx'
import { textsOf } from '#/domain/search-params.ts'

type Text = string | undefined

export const Route = createFileRoute('/_app/audit')({
  // Undefined overrides the raw parameter. Values are validated by the page.
  validateSearch: (raw): { event?: Text; who?: Text; date_from?: Text; date_to?: Text } => {
    const { event, who, date_from, date_to } = textsOf(raw)
    return { event, who, date_from, date_to }
  },
  staticData: { clientSwitch: { to: '/audit', keep: () => ({ kept: {}, dropped: [] }) } },
  component: AuditPage,
})
