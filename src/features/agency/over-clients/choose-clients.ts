import type { ClientRead } from '#/contract/agency.ts'

/** More clients than this are not looked at at once. */
export const MOST_CLIENTS = 50

/** Which clients a look at all of them takes, and why these. */
export interface ChosenClients {
  readonly clients: readonly ClientRead[]
  readonly why: 'pinned' | 'first' | 'all'
}

/**
 * The pinned ones, if there are any, else all, at most {@link MOST_CLIENTS} in the order given. One that the agency's list
 * says to have no objects is not asked for them.
 */
export const chooseClients = (clients: readonly ClientRead[], pinned: ReadonlySet<string>): ChosenClients => {
  const withObjects = clients.filter(({ objects_count }) => objects_count !== 0)
  const own = withObjects.filter(({ client }) => pinned.has(client))
  const wanted = own.length > 0 ? own : withObjects
  return {
    clients: wanted.slice(0, MOST_CLIENTS),
    why: own.length > 0 ? 'pinned' : wanted.length > MOST_CLIENTS ? 'first' : 'all',
  }
}
