import { createStore } from '@tanstack/react-store'
import { ApiError } from '#/api/error.ts'

/* Rate limit of the whole page after "too many requests". Monotonic clock, unaffected by sleep or clock changes. */

/** Default and longest, in seconds. */
const DEFAULT_S = 5
const MAX_S = 120

let opensAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
/** Seconds until the gate opens, every second; 0: open. */
export const gate = createStore(0)

/** As {@link gate}, at this moment. */
export const gateSeconds = (): number => Math.max(0, Math.ceil((opensAt - performance.now()) / 1000))

/** Notifies every second while closed, and on opening. */
const count = () => {
  clearTimeout(timer)
  const left = opensAt - performance.now()
  // Scheduled first, as listeners take time.
  if (left > 0) timer = setTimeout(count, left % 1000 || 1000)
  gate.setState(gateSeconds)
}

/** @param seconds null: not given. Never shortens */
export const closeGate = (seconds: number | null): void => {
  opensAt = Math.max(opensAt, performance.now() + Math.min(seconds ?? DEFAULT_S, MAX_S) * 1000)
  count()
}

/** Resolves when open. @throws ApiError `aborted` */
export const gateOpen = (signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const check = () => {
      if (signal?.aborted) reject(new ApiError('aborted'))
      else if (gateSeconds() > 0) return
      else resolve()
      leave()
      signal?.removeEventListener('abort', check)
    }
    const { unsubscribe: leave } = gate.subscribe(check)
    signal?.addEventListener('abort', check)
    check()
  })

export const openGate = (): void => {
  opensAt = 0
  count()
}
