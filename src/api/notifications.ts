import { queryOptions } from '@tanstack/react-query'
import type { ListedCallRead } from '#/contract/call.ts'
import { clientPrefix } from '#/contract/endpoint.ts'
import { isReadable } from '#/contract/field.ts'
import { fetchCallsPage } from './calls.ts'
import type { Scope } from './client.ts'
import { keyOf } from './keys.ts'

export const newestContactQuery = (scope: Scope, oid: string) =>
  queryOptions({
    queryKey: keyOf(scope, 'newest_contact', { oid }),
    queryFn: async ({ signal }): Promise<ListedCallRead | null> => {
      const { calls } = await fetchCallsPage(scope, oid, { period: 'all' }, 1, signal)
      return calls.find(isReadable) ?? null
    },
    // Stable while being read; a button loads newer contacts.
    staleTime: Infinity,
  })

/**
 * Preview of an e-mail as a document for a sandboxed frame.
 * @param contact one of the newest; null: sample
 */
export const notificationPreviewPath = (
  { client }: Scope,
  oid: string,
  contact: number | null,
  language: string,
): string => {
  const query = new URLSearchParams({ contact: String(contact ?? 'sample'), lang: language })
  return `/api${clientPrefix(client)}/notification-preview/${encodeURIComponent(oid)}?${query}`
}
