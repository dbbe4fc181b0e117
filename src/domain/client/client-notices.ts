import type { QueryClient } from '@tanstack/react-query'
import type { Scope } from '#/api/client.ts'

/*
 * What the cache's answers say of clients, for `client-access.ts`. That comes with the pages that ask for clients, and the
 * cache is there before them: the page to sign in has no use for it.
 */

interface ClientNotices {
  /** The agency's list has come. */
  readonly learn: (queryClient: QueryClient, principal: string) => void
  /** The service has refused a request for a client. */
  readonly refuse: (queryClient: QueryClient, scope: Scope) => void
}

let notices: ClientNotices | null = null

export const heedClients = (all: ClientNotices): void => void (notices = all)

/** Null before any page that could ask for clients has come. */
export const clientNotices = (): ClientNotices | null => notices
