import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { toDays } from '#/analytics/period.ts'
import { isHere, isOwnSettled, isReading, isSettled } from '#/domain/figures/unread-days.ts'
import {
  FINDINGS_SHOWN,
  findings,
  stoppingFindings,
  type Finding,
  type ObjectAtRisk,
} from '#/analytics/evaluation/findings.ts'
import type { CallBack, TodayFacts } from '#/contract/figures/answers.ts'
import { forecastExpiry } from '#/analytics/evaluation/expiry-forecast.ts'
import { activeObjectsQuery } from '#/api/objects.ts'
import { isReadable } from '#/contract/field.ts'
import type { ObjRead } from '#/contract/object.ts'
import { useAddress, useOverview } from '#/features/overview/data/use-overview.ts'
import { useWaitingCallers } from '#/features/overview/data/use-waiting-callers.ts'
import { useReportOpenCallers } from '#/domain/annotations/open-callers.ts'
import { useFigures, type FiguresView } from '#/domain/figures/use-figures.ts'
import { objectName } from '#/domain/cells/object-name.ts'
import { useObjectDays } from '#/domain/period/contacts-clock.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

export interface FindingFacts extends TodayFacts {
  readonly waiting: readonly CallBack[]
}

export interface FindingsState {
  /** `unread`: some days failed to load. */
  readonly is: 'unread' | 'loading' | 'found' | 'failed'
  /** Sources are judged last: the rest of the contacts may reverse a verdict. */
  readonly isGrowing: boolean
  readonly found: readonly (Finding | null)[]
  readonly facts: FindingFacts | undefined
  /** Whether callers wait is unknown: numbers are missing or hidden. */
  readonly isUnknown: boolean
  /** Contacts still to load; null: unknown. */
  readonly toCome: number | null
  /** Null: complete. */
  readonly partial: { readonly loaded: number; readonly total: number | null } | null
  /** Null: objects have loaded. */
  readonly objectsError: Error | null
  readonly error: Error | null
  /** What is shown could not be brought up to date; null: it is. */
  readonly stale: FiguresView<unknown> | null
  readonly retry: () => void
  /** Retries unread days; null: the page offers it. */
  readonly readAgain: (() => void) | null
  readonly retryObjects: () => void
}

/** Identity of a finding, regardless of its cost. */
export const findingKey = (finding: Finding): string =>
  finding.is === 'not_through'
    ? finding.is
    : `${finding.is} ${'source' in finding ? finding.source : finding.object.oid}`

/**
 * Reserved first place for missed callers, which the newest contacts determine. If empty it stays with a message,
 * so that neighbors don't move.
 */
const CALL_BACK = 'call back'

/**
 * Costs change with each page of contacts. The most expensive findings are shown, each in a fixed place, so that
 * buttons don't move under the pointer. Once all are judged they are ordered by cost, unless one is about to be pressed.
 */
const useSteady = (
  found: readonly Finding[],
  {
    isGrowing,
    isAwaited,
    isNobody,
    isFrozen,
  }: { isGrowing: boolean; isAwaited: boolean; isNobody: boolean; isFrozen: boolean },
): readonly (Finding | null)[] => {
  const [before, setBefore] = useState<{ readonly places: readonly string[]; readonly isEvaluated: boolean }>(
    {
      places: [],
      isEvaluated: false,
    },
  )
  const isEvaluated = !isGrowing
  const places = isEvaluated && !before.isEvaluated && !isFrozen ? [] : before.places
  const stood = isGrowing ? found.filter((finding) => places.includes(findingKey(finding))) : []
  // The last place is reserved for sources, which are judged last.
  const room = FINDINGS_SHOWN - (isGrowing ? 1 : 0)
  const hasCallBack = isAwaited || (isNobody && found.length < room && (isGrowing || found.length > 0))
  const shown = [...new Set([...stood, ...found])].slice(0, room - (hasCallBack ? 1 : 0))
  const callBack = hasCallBack ? [[CALL_BACK, null] as const] : []
  const byKey = new Map<string, Finding | null>([
    ...(isEvaluated ? [] : callBack),
    ...shown.map((finding) => [findingKey(finding), finding] as const),
    ...(isEvaluated ? callBack : []),
  ])
  const fresh = [...byKey.keys()].filter((key) => !places.includes(key))
  // Places of resolved findings go to new ones.
  const retained = places.flatMap((key) => (byKey.has(key) ? key : (fresh.shift() ?? [])))
  const next = [...retained, ...fresh]
  if (isEvaluated !== before.isEvaluated || next.join('\n') !== before.places.join('\n'))
    setBefore({ places: next, isEvaluated })
  return next.flatMap((key) => {
    const finding = byKey.get(key)
    return finding === undefined ? [] : [finding]
  })
}

const objectsAtRisk = (
  objects: readonly ObjRead[],
  facts: TodayFacts | undefined,
  todayOf: (oid: string) => string,
): readonly ObjectAtRisk[] => {
  const byOid = new Map(facts?.objects.map((object) => [object.oid, object]))
  return objects.map((object) => {
    const days = byOid.get(object.oid)
    return {
      oid: object.oid,
      title: objectName(object),
      daily: days?.daily ?? 0,
      // Objects with tracking off have no expected calls.
      inactivity: object.is_tracking === false ? null : (days?.silence ?? null),
      expiryForecast: forecastExpiry(object, todayOf(object.oid)),
    }
  })
}

/**
 * Findings of the last days, independent of the page's period; the "Missed callers" page uses the same days.
 * @param isFrozen one may be about to be pressed: none moves
 */
export const useFindings = (isFrozen: boolean): FindingsState => {
  const { scope } = useSignedIn()
  const { countAs } = useOverview('countAs')
  const { object } = useAddress('object')
  const {
    state: reading,
    days,
    job,
    failure,
    isStopped,
    goOn,
    isUnread,
    read,
    query: callers,
    waiting,
    isUnknown,
  } = useWaitingCallers()
  const query = useFigures(
    job,
    'today',
    null,
    read
      ? {
          filters: [],
          countAs,
          days: read,
          today: toDays(days).last,
          // An incomplete week is no baseline.
          comparedDays: isSettled(reading) ? job.comparedDays : null,
        }
      : null,
  )
  const objects = useQuery(activeObjectsQuery(scope))
  const todayOf = useObjectDays(scope, object ?? null)
  // The state that belongs to these figures, not a later one.
  const state = callers.state ?? reading
  const isGrowing = isReading(state)
  const facts = useMemo(() => query.data && waiting && { ...query.data, waiting }, [query.data, waiting])
  const list = objects.data?.objects
    .filter(isReadable)
    .filter(({ oid }) => object === undefined || oid === object)
  useReportOpenCallers(
    facts === undefined || isUnknown || isGrowing || isUnread || object !== undefined
      ? undefined
      : facts.waiting.length,
  )
  const atRisk = objectsAtRisk(list ?? [], facts, todayOf)
  const isAwaited = facts === undefined
  const found = useSteady(
    isAwaited
      ? stoppingFindings(atRisk, days.from)
      : findings({ ...facts, sources: isGrowing ? [] : facts.sources, objects: atRisk }),
    {
      isGrowing: isGrowing || isAwaited,
      isAwaited,
      isFrozen,
      // Without calls there is no evidence that all got through.
      isNobody: facts?.waiting.length === 0 && !isUnknown && facts.figures.calls > 0,
    },
  )
  const isWaiting = isAwaited ? found.length === 1 : list === undefined && !objects.isError
  const error = isAwaited ? (callers.error ?? query.error ?? failure) : null
  return {
    is: isUnread ? 'unread' : error !== null ? 'failed' : isWaiting ? 'loading' : 'found',
    found,
    facts,
    isUnknown,
    isGrowing,
    toCome: reading?.current.total == null ? null : reading.current.total - reading.current.loaded,
    partial:
      state === null ||
      isOwnSettled(state) ||
      state.is === 'loading' ||
      (state.is !== 'loaded' && isHere(state.current))
        ? null
        : state.current,
    objectsError: list === undefined ? objects.error : null,
    error,
    stale: isAwaited ? null : ([callers, query].find(({ isError }) => isError) ?? null),
    retry: () => {
      if (failure !== null) goOn?.()
      if (callers.isError) void callers.refetch()
      if (query.isError) void query.refetch()
    },
    readAgain: isStopped ? null : goOn,
    retryObjects: () => void objects.refetch(),
  }
}
