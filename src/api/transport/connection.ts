import type { ApiErrorKind } from '#/api/error.ts'
import { createSignal, watchable, type Watched } from './watched.ts'

/*
 * Whether anything comes: the network, our server and the service behind it, as the page's own requests tell. What one
 * request finds out holds for all of them, so it is said once above the page, and tried again in one place.
 */

/** What no request can get past. */
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
/** What fails for one of these may be asked for again when answers come again. */
export const PASSING = [...TROUBLES, 'session-ended', 'sso-required'] as const
export const isTrouble = (kind: ApiErrorKind): kind is ConnectionTrouble =>
  (TROUBLES as readonly ApiErrorKind[]).includes(kind)

export interface Connection {
  /** Null: answers come. */
  readonly trouble: ConnectionTrouble | null
  /** When the last answer came, in milliseconds since 1970; null: none has yet. */
  readonly answeredAt: number | null
}

/** Asks the same again, as a request of the page's own; resolves once it is answered, whatever the answer. */
export type TryAgain = () => Promise<void>

const connection = watchable<Connection>({ trouble: null, answeredAt: null })
export const connectionState: Watched<Connection> = connection

/** A network that comes and goes is not told each time. */
const LASTS_MS = 2_000
const lasting = watchable<ConnectionTrouble | null>(null)
/** The trouble there is, once there has been one for two seconds. */
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

/** Whether not even our server can be reached: nothing can be saved. */
export const isCutOff = (trouble: ConnectionTrouble | null): boolean =>
  trouble !== null && trouble !== 'unavailable'

const returned = createSignal()
/** Calls back when answers come again after a trouble. @returns ends it */
export const onReturn = returned.on
/** Answers come again, after what was no trouble of the connection. */
export const tellReturn = returned.tell

let again: TryAgain | null = null
let answeredAt: number | null = null

/** @param isOfService the service behind our server has answered too */
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
export const lookAgain = async (): Promise<void> => {
  await again?.().catch(() => {})
}

/** As for a freshly opened page. */
export const forgetConnection = (): void => {
  again = null
  answeredAt = null
  become({ trouble: null, answeredAt })
}
