import * as z from 'zod/mini'
import type { AuditFilters } from '#/api/administration/administration.ts'
import { AUDIT_EVENTS } from '#/contract/administration/audit-events.ts'
import { dayParameter, readParameters } from '#/contract/call-filters.ts'
import { addDays } from '#/contract/day.ts'

const SCHEMAS = {
  event: z.enum(AUDIT_EVENTS),
  who: z.string().check(z.maxLength(200)),
  date_from: dayParameter,
  date_to: dayParameter,
}

export interface AuditSearch {
  readonly event?: (typeof AUDIT_EVENTS)[number] | undefined
  readonly who?: string | undefined
  readonly date_from?: string | undefined
  readonly date_to?: string | undefined
}

/** Parses an address; invalid parameters are listed in `dropped`. */
export const readAuditSearch = (
  raw: Readonly<Record<string, unknown>>,
): { search: AuditSearch; dropped: readonly (keyof AuditSearch)[] } => {
  const { values: search, dropped } = readParameters(SCHEMAS, raw)
  return { search, dropped }
}

/** Start of a local day; later if clocks change at midnight. */
const beginningOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString()

export const auditFilters = ({ event, who, date_from, date_to }: AuditSearch): AuditFilters => ({
  ...(event && { event }),
  ...(who && { who }),
  ...(date_from && { since: beginningOf(date_from) }),
  ...(date_to && { until: beginningOf(addDays(date_to, 1)) }),
})
