import type { ClientRead } from '#/contract/agency.ts'
import { mayHaveContacts, pinnedFirst } from '#/domain/client/client-list.ts'

/** More clients than this are not looked at at once. */
export const MOST_CLIENTS = 50

/** Which clients a look at all of them takes, and why these. */
export interface ChosenClients {
  readonly clients: readonly ClientRead[]
  readonly why: 'first' | 'all'
}

/**
 * All, the pinned ones first, at most {@link MOST_CLIENTS}; otherwise in the order given. One that the agency's list says to
 * have no objects is not asked for them.
 */
export const chooseClients = (clients: readonly ClientRead[], pinned: ReadonlySet<string>): ChosenClients => {
  const withObjects = clients.filter(mayHaveContacts)
  const wanted = pinnedFirst(withObjects, pinned)
  return { clients: wanted.slice(0, MOST_CLIENTS), why: wanted.length > MOST_CLIENTS ? 'first' : 'all' }
}
