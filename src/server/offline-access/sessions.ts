import type { SessionStore } from '#/server/session/store.ts'
import type { StandingAccess } from './offline-access.ts'

/** One interface to sessions of people and of offline access. */
export const sessionsAndStanding = ({
  sessions,
  standing,
}: {
  readonly sessions: SessionStore
  readonly standing: StandingAccess
}): SessionStore => ({
  ...sessions,
  isOpen: (idHash) => (standing.isStanding(idHash) ? standing : sessions).isOpen(idHash),
  end: (idHash) => (standing.isStanding(idHash) ? standing.endedBy(idHash) : sessions.end(idHash)),
})
