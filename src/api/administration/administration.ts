import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { auditAnswer, type AuditAnswer } from '#/contract/administration/audit.ts'
import type { AuditQuestion } from '#/contract/administration/requests.ts'
import { sessionsAnswer, type SessionsAnswer } from '#/contract/administration/sessions.ts'
import { parse, send, unlessGone } from '#/api/client.ts'
import { keyOf, ofAccount } from '#/api/keys.ts'

export type AuditFilters = Omit<AuditQuestion, 'before'>

export const readAudit = async (
  principal: string,
  filters: AuditFilters,
  before: number | null,
  signal?: AbortSignal,
): Promise<AuditAnswer> => {
  const parameters = new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  if (before !== null) parameters.set('before', String(before))
  return parse(
    auditAnswer,
    await send('GET', `/audit?${parameters}`, { scope: ofAccount(principal), signal }),
  )
}

export const auditQuery = (principal: string, filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: keyOf(ofAccount(principal), 'audit', filters),
    queryFn: ({ signal, pageParam }) => readAudit(principal, filters, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, has_more }) => (has_more ? (entries.at(-1)?.id ?? null) : null),
  })

export const sessionsQuery = (principal: string, all: boolean) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'sessions', { all }),
    queryFn: async ({ signal }): Promise<SessionsAnswer> =>
      parse(
        sessionsAnswer,
        await send('GET', `/sessions${all ? '?all=1' : ''}`, { scope: ofAccount(principal), signal }),
      ),
  })

export const endSession = async (principal: string, id: string): Promise<void> => {
  await send('DELETE', `/sessions/${encodeURIComponent(id)}`, { scope: ofAccount(principal) }).catch(
    unlessGone(() => null),
  )
}
