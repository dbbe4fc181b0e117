import { createStore } from '@tanstack/react-store'
import type { ApiErrorKind } from '#/api/error.ts'

/*
 * Connection state of network, server and service, from the page's requests. Shared, so that it is shown and
 * retried in one place.
 */

export type ConnectionTrouble = Extract<
  ApiErrorKind,
  'offline' | 'network' | 'captive-portal' | 'database' | 'unavailable'
>

export const TROUBLES = [
  'offline',
  'network',
  'captive-portal',
  'database',
  'unavailable',
] as const satisfies readonly ConnectionTrouble[]
/** Failures that are retried when the connection returns. */
export const PASSING = [...TROUBLES, 'session-ended', 'sso-required'] as const
export const isTrouble = (kind: ApiErrorKind): kind is ConnectionTrouble =>
  (TROUBLES as readonly ApiErrorKind[]).includes(kind)

export interface Connection {
  /** Null: answers come. */
  readonly trouble: ConnectionTrouble | null
  /** When the last answer came, in milliseconds since 1970; null: none has yet. */
  readonly answeredAt: number | null
}

/** Retries as a background request; resolves after any answer. */
export type TryAgain = () => Promise<void>

export const connectionState = createStore<Connection>({ trouble: null, answeredAt: null })

/** Debounce of short outages. */
const LASTS_MS = 2_000
export const lastingTrouble = createStore<ConnectionTrouble | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

const setConnection = (next: Connection): void => {
  connectionState.setState(() => next)
  if (next.trouble === null || lastingTrouble.state !== null) {
    clearTimeout(timer)
    timer = undefined
    lastingTrouble.setState(() => next.trouble)
  } else timer ??= setTimeout(() => lastingTrouble.setState(() => connectionState.state.trouble), LASTS_MS)
}

/** Not even our server is reachable. */
export const isCutOff = (trouble: ConnectionTrouble | null): boolean =>
  trouble !== null && trouble !== 'unavailable'

const recoveries = createStore(0)
/** Calls back after recovery. @returns unsubscribe */
export const onReturn = (listener: () => void): (() => void) => recoveries.subscribe(listener).unsubscribe
/** For recoveries that weren't connection troubles. */
export const notifyReturn = (): void => recoveries.setState((count) => count + 1)

let again: TryAgain | null = null
let answeredAt: number | null = null

/** @param isOfService the service answered too */
export const noticeAnswer = (isOfService: boolean): void => {
  answeredAt = Date.now()
  const { trouble } = connectionState.state
  if (trouble === null || (trouble === 'unavailable' && !isOfService)) return
  again = null
  setConnection({ trouble: null, answeredAt })
  notifyReturn()
}

/** @param tryAgain what finds out whether it is over */
export const noticeTrouble = (trouble: ConnectionTrouble, tryAgain: TryAgain): void => {
  again = tryAgain
  if (connectionState.state.trouble !== trouble) setConnection({ trouble, answeredAt })
}

/** Looks whether a trouble is over; {@link connectionState} and {@link onReturn} tell. */
export const retryConnection = async (): Promise<void> => {
  await again?.().catch(() => {})
}

/** For tests. */
export const forgetConnection = (): void => {
  again = null
  answeredAt = null
  setConnection({ trouble: null, answeredAt })
}
