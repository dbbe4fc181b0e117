import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { jobKey } from '#/api/figures/figures.ts'
import type { CallBacks } from '#/analytics/columns/call-backs.ts'
import { recentMarksQuery, type MarksByContact } from '#/api/annotations/annotations.ts'
import { currentTime } from '#/api/transport/server-facts.ts'
import type { AliasRule } from '#/contract/preferences.ts'
import { hasNothing, isReading } from '#/domain/figures/unread-days.ts'
import { useContacts, type LookedOver } from '#/domain/figures/use-contacts.ts'
import { useFigures } from '#/domain/figures/use-figures.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { callerLists, type CallerLists } from './rows.ts'

const TICK_MS = 15_000
/** How often new contacts are asked for at most while the page is visible. */
const FRESH_MS = 60_000

const NO_RULES: readonly AliasRule[] = []
const NO_MARKS: MarksByContact = {}

export interface CallersKnown {
  readonly contacts: LookedOver
  /** Undefined: nothing is known yet. */
  readonly found: CallBacks | undefined
  readonly lists: CallerLists | undefined
  readonly marks: MarksByContact
  /** Marks are not known: a colleague may have called already. */
  readonly marksError: Error | null
  readonly error: Error | null
  readonly retry: () => void
  /** Milliseconds since 1970, moving on by itself. */
  readonly now: number
  /** Of the clock of most contacts, minutes east of UTC. */
  readonly offset: number | null
  readonly objectTitle: (oid: string | null) => string | null
  /** What is shown is a part: more is coming, or did not come. */
  readonly isPart: boolean
  readonly isComing: boolean
  /** Telephone numbers of former days are still to be read by today's rule: one caller may be listed as two. */
  readonly hasFormerCallers: boolean
}

/** The time by the server's clock, as often as a minute needs. */
const useTicking = (): number => {
  const [now, setNow] = useState(() => currentTime())
  useEffect(() => {
    const timer = setInterval(() => setNow(currentTime()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/**
 * Asks for new contacts when the user comes back to the page, does something on it, or only looks at it: by itself,
 * and in the background, which does not prolong an unused session.
 */
const useFreshWhileSeen = ({ loadedAt, isWhole, refresh }: LookedOver) => {
  const look = useEffectEvent((background?: true) => {
    if (isWhole && loadedAt !== null && Date.now() - loadedAt >= FRESH_MS && !document.hidden)
      refresh(background)
  })
  useEffect(() => {
    const timer = setInterval(() => look(true), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    const onUse = () => look()
    document.addEventListener('visibilitychange', onUse)
    document.addEventListener('pointerdown', onUse)
    document.addEventListener('keydown', onUse)
    return () => {
      document.removeEventListener('visibilitychange', onUse)
      document.removeEventListener('pointerdown', onUse)
      document.removeEventListener('keydown', onUse)
    }
  }, [])
}

/** Who did not get through, by the contacts that the overview opens with, and what people have noted about them. */
export const useCallers = (oid: string | null): CallersKnown => {
  const { scope } = useSignedIn()
  const contacts = useContacts(oid)
  const { saved } = usePreferences()
  const recent = useQuery(recentMarksQuery(scope))
  const { state, job } = contacts
  const jobName = jobKey(job)
  const answer = useFigures(
    job,
    'call_backs',
    null,
    contacts.isKnown ? { filters: [], countAs: saved.count_as ?? NO_RULES } : null,
  )
  const now = useTicking()
  useFreshWhileSeen(contacts)
  const offset = answer.state?.now.offset ?? null
  // Of no contact at all nothing is known: that nobody waits would be a guess.
  const found = state?.is === 'failed' && hasNothing(state) ? undefined : answer.data
  const marks = recent.data?.marks ?? NO_MARKS
  // Without marks a person who has been called already would be called again.
  const isMarked = recent.data !== undefined || recent.isError
  const minute = Math.floor(now / FRESH_MS)
  const lists = useMemo(
    () => (found && isMarked ? callerLists(found, marks, { now: minute * FRESH_MS, offset }) : undefined),
    [found, isMarked, marks, minute, offset],
  )
  const titles = useMemo(() => new Map(state?.objectTitles), [state?.objectTitles])
  // What was answered while contacts were still coming is a part too, until the first answer of all that have come.
  const [answeredWhole, setAnsweredWhole] = useState<string | null>(null)
  if (found && !answer.isPlaceholderData && !isReading(state) && answeredWhole !== jobName)
    setAnsweredWhole(jobName)
  const isComing = isReading(state) || (answer.isPlaceholderData && answeredWhole !== jobName)
  return {
    contacts,
    found,
    lists,
    marks,
    marksError: recent.data === undefined ? recent.error : null,
    error: found === undefined ? (contacts.failure ?? answer.error) : null,
    retry: () => {
      contacts.goOn()
      void answer.refetch()
    },
    now,
    offset,
    objectTitle: (one) => (one === null ? null : (titles.get(one) ?? one)),
    isPart: isComing || !contacts.isOwnWhole,
    isComing,
    hasFormerCallers: state?.shortfall?.gaps.includes('callers') ?? false,
  }
}
