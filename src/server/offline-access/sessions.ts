import type { SessionStore } from '#/server/session/store.ts'
import type { StandingAccess } from './offline-access.ts'

/** Sessions of people, and what acts for them while they are away: ended and asked after in one way. */
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
