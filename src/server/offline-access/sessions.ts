import type { SessionStore } from '#/server/session/store.ts'
import type { OfflineAccess } from './offline-access.ts'

/** One interface to sessions of people and of offline access. */
export const sessionsWithOfflineAccess = ({
  sessions,
  standing,
}: {
  readonly sessions: SessionStore
  readonly standing: OfflineAccess
}): SessionStore => ({
  ...sessions,
  isOpen: (idHash) => (standing.isOfflineAccess(idHash) ? standing : sessions).isOpen(idHash),
  end: (idHash) => (standing.isOfflineAccess(idHash) ? standing.endedBy(idHash) : sessions.end(idHash)),
})
