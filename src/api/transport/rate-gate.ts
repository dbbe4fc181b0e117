import { ApiError } from '#/api/error.ts'
import { createSignal } from './watched.ts'

/*
 * The service said "too many requests": nothing of this page asks again before the time it named, whichever panel was
 * told. By a clock that is never set, so that a computer that wakes up does not wait for yesterday.
 */

/** Where the service says no time. */
const DEFAULT_S = 5

let opensAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
const { on, tell } = createSignal()
/** @returns ends it */
export const onGate = on

/** Whole seconds until the gate opens; 0: it is open. */
export const gateSeconds = (): number => Math.max(0, Math.ceil((opensAt - performance.now()) / 1000))

/** Tells once a second while the gate is closed, and when it opens. */
const count = () => {
  clearTimeout(timer)
  const left = opensAt - performance.now()
  // First: while all are told time goes on, and who was told of the last second has to be told of its end.
  if (left > 0) timer = setTimeout(count, left % 1000 || 1000)
  tell()
}

/** @param seconds what the service asked for; null: it named no time. A gate that is closed for longer stays so */
export const closeGate = (seconds: number | null): void => {
  opensAt = Math.max(opensAt, performance.now() + (seconds ?? DEFAULT_S) * 1000)
  count()
}

/** Resolves as soon as the gate is open. @throws ApiError `aborted` as soon as the signal says so */
export const gateOpen = (signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = () => {
      if (signal?.aborted) reject(new ApiError('aborted'))
      else if (gateSeconds() > 0) return
      else resolve()
      leave()
      signal?.removeEventListener('abort', look)
    }
    const leave = onGate(look)
    signal?.addEventListener('abort', look)
    look()
  })

/** As for a freshly opened page. */
export const openGate = (): void => {
  opensAt = 0
  count()
}
