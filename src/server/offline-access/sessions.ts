import type { SessionStore } from '#/server/session/store.ts'
import type { OfflineAccess } from './offline-access.ts'

/** One interface to sessions of people and of offline access. */
export const sessionsWithOfflineAccess = ({
  sessions,
  offlineAccess,
}: {
  readonly sessions: SessionStore
  readonly offlineAccess: OfflineAccess
}): SessionStore => ({
  ...sessions,
  isOpen: (idHash) => (offlineAccess.isOfflineAccess(idHash) ? offlineAccess : sessions).isOpen(idHash),
  end: (idHash) =>
    offlineAccess.isOfflineAccess(idHash) ? offlineAccess.endedBy(idHash) : sessions.end(idHash),
})
