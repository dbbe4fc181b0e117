import { queryOptions } from '@tanstack/react-query'
import type { ListedCallRead } from '#/contract/call.ts'
import { isReadable } from '#/contract/field.ts'
import { fetchCallsPage } from './calls.ts'
import type { Scope } from './client.ts'
import { keyOf } from './keys.ts'

/** An object's newest contact, as the list has it; null while it has none. The list is newest first (API document 4.3). */
export const newestContactQuery = (scope: Scope, oid: string) =>
  queryOptions({
    queryKey: keyOf(scope, 'newest_contact', { oid }),
    queryFn: async ({ signal }): Promise<ListedCallRead | null> => {
      const { calls } = await fetchCallsPage(scope, oid, { period: 'all' }, 1, signal)
      return calls.find(isReadable) ?? null
    },
    // The preview does not change while the user reads it: it has a button that takes a newer contact.
    staleTime: Infinity,
  })

/**
 * The filled e-mail of an object as a document of its own, for a sandboxed frame.
 * @param contact one of the object's newest; null: a sample
 * @param language of our own words in it
 */
export const notificationPreviewPath = (
  { client }: Scope,
  oid: string,
  contact: number | null,
  language: string,
): string => {
  const prefix = client === null ? '' : `/clients/${encodeURIComponent(client)}`
  const query = new URLSearchParams({ contact: String(contact ?? 'sample'), lang: language })
  return `/api${prefix}/notification-preview/${encodeURIComponent(oid)}?${query}`
}
