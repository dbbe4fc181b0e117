import * as z from 'zod'
import type { ArchiveAccess } from './accounts/access.ts'
import type { Archive } from './archive/archive.ts'
import { archiveAccount } from './session/names.ts'
import type { News } from './database/news.ts'
import type { Exports } from './exports/exports.ts'
import { failure, type Failure } from './http/failure.ts'
import type { SessionStore, StoredSession } from './session/store.ts'
import type { Clients } from './upstream/clients.ts'

const news = z.discriminatedUnion('is', [
  z.object({ is: z.literal('ended'), session: z.string() }),
  z.object({
    is: z.literal('refused'),
    session: z.string(),
    account: z.string(),
    client: z.string().nullable(),
  }),
])
type Ending = z.infer<typeof news>

export interface SessionRevocationOptions {
  readonly news: News
  readonly sessions: SessionStore
  readonly access: ArchiveAccess
  readonly clients: Pick<Clients, 'forget'>
  readonly archive: () => Archive | null
  /** Contacts of the session may be unused now. */
  readonly onEnded: () => void
  readonly files: () => readonly Pick<Exports, 'drop'>[]
}

/**
 * Ends a session, or its access to an account, on every server of the database: aborts answers in progress
 * and readings. New requests find no session anyway.
 */
export const createSessionRevocation = (options: SessionRevocationOptions) => {
  const { sessions, access, clients, archive, files } = options
  const report = (ending: Ending) => options.news.publish(JSON.stringify(ending))

  const endHere = (idHash: string) => {
    access.onEnd(idHash)
    clients.forget(idHash)
    archive()?.drop(idHash, null, failure('session_ended'))
    for (const one of files()) one.drop(idHash)
  }
  /** @returns whether an open access was closed */
  const refuseHere = (idHash: string, account: string, client: string | null, refused: Failure) => {
    const isClosed = access.onRefusal(idHash, client, refused)
    if (isClosed) {
      archive()?.drop(idHash, archiveAccount(account, client), refused)
      for (const one of files()) one.drop(idHash, client)
    }
    return isClosed
  }

  /** Ends here what belongs to sessions that have expired, or ended elsewhere. */
  const endClosed = async (): Promise<void> => {
    for (const idHash of access.sessions()) if (!(await sessions.isOpen(idHash))) endHere(idHash)
  }

  options.news.subscribe(
    (text) => {
      // Another version's server may send unknown messages.
      let message: unknown = null
      try {
        message = JSON.parse(text)
      } catch {
        return
      }
      const { data: ending } = news.safeParse(message)
      if (ending?.is === 'ended') {
        endHere(ending.session)
        options.onEnded()
      } else if (ending?.is === 'refused')
        refuseHere(ending.session, ending.account, ending.client, failure('client_forbidden'))
    },
    () => {
      access.doubtAll()
      // Repeated before long.
      void endClosed().catch(() => undefined)
    },
  )

  return {
    endClosed,
    end: async (idHash: string): Promise<void> => {
      endHere(idHash)
      await sessions.end(idHash)
      report({ is: 'ended', session: idHash })
      options.onEnded()
    },
    refused: (session: StoredSession, client: string | null, refused: Failure): void => {
      const { idHash, account } = session
      if (refuseHere(idHash, account, client, refused))
        report({ is: 'refused', session: idHash, account, client })
    },
  }
}
