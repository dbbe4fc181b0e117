import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { jobKey } from '#/api/figures/figures.ts'
import type { CallBacks } from '#/contract/figures/answers.ts'
import { recentAnnotationsQuery, type AnnotationsByContact } from '#/api/annotations/annotations.ts'
import { currentTime } from '#/api/transport/server-facts.ts'
import type { AliasRule } from '#/contract/preferences.ts'
import { hasNothing, isReading } from '#/domain/figures/unread-days.ts'
import { useContacts, type ContactsReading } from '#/domain/figures/use-contacts.ts'
import { useFigures } from '#/domain/figures/use-figures.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { callerLists, type CallerLists } from './rows.ts'

const TICK_MS = 15_000
const FRESH_MS = 60_000

const NO_RULES: readonly AliasRule[] = []
const NO_ANNOTATIONS: AnnotationsByContact = {}

export interface CallersKnown {
  readonly contacts: ContactsReading
  /** Undefined: loading. */
  readonly found: CallBacks | undefined
  readonly lists: CallerLists | undefined
  readonly annotations: AnnotationsByContact
  /** Annotations failed: a colleague may have called. */
  readonly annotationsError: Error | null
  readonly error: Error | null
  readonly retry: () => void
  /** Epoch milliseconds, ticking. */
  readonly now: number
  /** Main offset, minutes east of UTC. */
  readonly offset: number | null
  readonly objectTitle: (oid: string | null) => string | null
  /** Incomplete: loading or failed. */
  readonly isPart: boolean
  readonly isComing: boolean
  /** Some numbers need parsing by current rules: a caller may be listed twice. */
  readonly hasFormerCallers: boolean
}

/** Undefined: none were found yet, but some may be. */
export const countSoFar = (
  { isComing }: Pick<CallersKnown, 'isComing'>,
  rows: readonly unknown[] | undefined,
): number | undefined => (isComing && rows?.length === 0 ? undefined : rows?.length)

/** Server time, updated for minutes. */
const useTicking = (): number => {
  const [now, setNow] = useState(() => currentTime())
  useEffect(() => {
    const timer = setInterval(() => setNow(currentTime()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Refreshes on return, on activity and periodically, as background requests. */
const useFreshWhileSeen = ({ loadedAt, isComplete, refresh }: ContactsReading) => {
  const check = useEffectEvent((background?: true) => {
    if (isComplete && loadedAt !== null && Date.now() - loadedAt >= FRESH_MS && !document.hidden)
      refresh(background)
  })
  useEffect(() => {
    const timer = setInterval(() => check(true), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    const onUse = () => check()
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

export const useCallers = (oid: string | null): CallersKnown => {
  const { scope } = useSignedIn()
  const contacts = useContacts(oid)
  const { saved } = usePreferences()
  const recent = useQuery(recentAnnotationsQuery(scope))
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
  // Without any contact, "no one waits" would be a guess.
  const found = state?.is === 'failed' && hasNothing(state) ? undefined : answer.data
  const annotations = recent.data?.annotations ?? NO_ANNOTATIONS
  // Without annotations a handled caller would be called again.
  const isMarked = recent.data !== undefined || recent.isError
  const minute = Math.floor(now / FRESH_MS)
  const lists = useMemo(
    () =>
      found && isMarked ? callerLists(found, annotations, { now: minute * FRESH_MS, offset }) : undefined,
    [found, isMarked, annotations, minute, offset],
  )
  const titles = useMemo(() => new Map(state?.objectTitles), [state?.objectTitles])
  // An answer given while loading is incomplete, until the first complete one.
  const [answeredJob, setAnsweredJob] = useState<string | null>(null)
  if (found && !answer.isPlaceholderData && !isReading(state) && answeredJob !== jobName)
    setAnsweredJob(jobName)
  const isComing = isReading(state) || (answer.isPlaceholderData && answeredJob !== jobName)
  return {
    contacts,
    found,
    lists,
    annotations,
    annotationsError: recent.data === undefined ? recent.error : null,
    error: found === undefined ? (contacts.failure ?? answer.error) : null,
    retry: () => {
      contacts.goOn()
      void answer.refetch()
    },
    now,
    offset,
    objectTitle: (one) => (one === null ? null : (titles.get(one) ?? one)),
    isPart: isComing || !contacts.isOwnComplete,
    isComing,
    hasFormerCallers: state?.shortfall?.gaps.includes('callers') ?? false,
  }
}
