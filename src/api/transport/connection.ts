import type { ApiErrorKind } from '#/api/error.ts'
import { createSignal, watchable, type Watched } from './watched.ts'

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

const connection = watchable<Connection>({ trouble: null, answeredAt: null })
export const connectionState: Watched<Connection> = connection

/** Debounce of short outages. */
const LASTS_MS = 2_000
const lasting = watchable<ConnectionTrouble | null>(null)
export const lastingTrouble: Watched<ConnectionTrouble | null> = lasting
let timer: ReturnType<typeof setTimeout> | undefined

const become = (next: Connection): void => {
  connection.become(next)
  if (next.trouble === null || lasting.now() !== null) {
    clearTimeout(timer)
    timer = undefined
    lasting.become(next.trouble)
  } else timer ??= setTimeout(() => lasting.become(connection.now().trouble), LASTS_MS)
}

/** Not even our server is reachable. */
export const isCutOff = (trouble: ConnectionTrouble | null): boolean =>
  trouble !== null && trouble !== 'unavailable'

const returned = createSignal()
/** Calls back after recovery. @returns unsubscribe */
export const onReturn = returned.on
/** For recoveries that weren't connection troubles. */
export const notifyReturn = returned.tell

let again: TryAgain | null = null
let answeredAt: number | null = null

/** @param isOfService the service answered too */
export const noticeAnswer = (isOfService: boolean): void => {
  answeredAt = Date.now()
  const { trouble } = connection.now()
  if (trouble === null || (trouble === 'unavailable' && !isOfService)) return
  again = null
  become({ trouble: null, answeredAt })
  returned.tell()
}

/** @param tryAgain what finds out whether it is over */
export const noticeTrouble = (trouble: ConnectionTrouble, tryAgain: TryAgain): void => {
  again = tryAgain
  if (connection.now().trouble !== trouble) become({ trouble, answeredAt })
}

/** Looks whether a trouble is over; {@link connectionState} and {@link onReturn} tell. */
export const retryConnection = async (): Promise<void> => {
  await again?.().catch(() => {})
}

/** For tests. */
export const forgetConnection = (): void => {
  again = null
  answeredAt = null
  become({ trouble: null, answeredAt })
}
