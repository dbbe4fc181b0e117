import type { QueryClient } from '@tanstack/react-query'
import type { Scope } from '#/api/client.ts'

/* Hooks from the query cache to `client-access.ts`, which loads later: the sign-in page doesn't need it. */

interface ClientNotices {
  /** The agency's list has come. */
  readonly learn: (queryClient: QueryClient, principal: string) => void
  /** The service has refused a request for a client. */
  readonly refuse: (queryClient: QueryClient, scope: Scope) => void
}

let notices: ClientNotices | null = null

export const heedClients = (all: ClientNotices): void => void (notices = all)

/** Null: not loaded yet. */
export const clientNotices = (): ClientNotices | null => notices
