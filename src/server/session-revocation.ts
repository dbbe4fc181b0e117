import * as z from 'zod'
import type { ArchiveAccess } from './archive/access.ts'
import type { Archive } from './archive/archive.ts'
import { archiveAccount } from './archive/store/account-numbers.ts'
import type { News } from './database/news.ts'
import type { Exports } from './exports/exports.ts'
import { failure, type Failure } from './http/failure.ts'
import type { SessionStore, StoredSession } from './session/store.ts'
import type { Clients } from './upstream/clients.ts'

/** A session by the hash of its id. */
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
  /** What is stored for those who are signed in may not be needed any more. */
  readonly onEnded: () => void
  /** What is made for sessions, and waits to be fetched. */
  readonly files: () => readonly Pick<Exports, 'drop'>[]
}

/**
 * A session that has ended, or may not read an account any more: answers that are being sent and what is read with it stop
 * on every server over the same database. New requests find no row of it in any case.
 */
export const createSessionRevocation = (options: SessionRevocationOptions) => {
  const { sessions, access, clients, archive, files } = options
  const tell = (ending: Ending) => options.news.tell(JSON.stringify(ending))

  const endHere = (idHash: string) => {
    access.onEnd(idHash)
    clients.forget(idHash)
    archive()?.drop(idHash, null, failure('session_ended'))
    for (const one of files()) one.drop(idHash)
  }
  /** @returns whether what is kept is closed by it */
  const refuseHere = (idHash: string, account: string, client: string | null, refused: Failure) => {
    const isClosed = access.onRefusal(idHash, client, refused)
    if (isClosed) {
      archive()?.drop(idHash, archiveAccount(account, client), refused)
      for (const one of files()) one.drop(idHash, client)
    }
    return isClosed
  }

  options.news.hear(
    (text) => {
      // A server of another version may speak of something else.
      let said: unknown = null
      try {
        said = JSON.parse(text)
      } catch {
        return
      }
      const { data: ending } = news.safeParse(said)
      if (ending?.is === 'ended') {
        endHere(ending.session)
        options.onEnded()
      } else if (ending?.is === 'refused')
        refuseHere(ending.session, ending.account, ending.client, failure('client_forbidden'))
    },
    () => {
      access.doubtAll()
      for (const idHash of access.sessions())
        void sessions.isOpen(idHash).then(
          (isOpen) => isOpen || endHere(idHash),
          // Whoever cannot look asks again with the next request.
          () => undefined,
        )
    },
  )

  return {
    end: async (idHash: string): Promise<void> => {
      endHere(idHash)
      await sessions.end(idHash)
      tell({ is: 'ended', session: idHash })
      options.onEnded()
    },
    refused: (session: StoredSession, client: string | null, refused: Failure): void => {
      const { idHash, account } = session
      if (refuseHere(idHash, account, client, refused))
        tell({ is: 'refused', session: idHash, account, client })
    },
  }
}
