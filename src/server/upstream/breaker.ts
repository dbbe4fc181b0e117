import { LRUCache } from 'lru-cache'
import { GATEWAY_STATUSES } from '#/contract/endpoint.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import type { UpstreamAnswer } from './request.ts'

/** Opens after so many consecutive failures, or half of at least so many calls in the window. */
const IN_A_ROW = 5
const WINDOW_MS = 30_000
const WINDOW_CALLS = 20
/** How long nothing is sent; then one call probes. */
const OPEN_MS = 3_000
const MAX_KEYS = 10_000

const NO_ANSWER: ReadonlySet<string> = new Set(['upstream_unreachable', 'upstream_timeout'])

interface Circuit {
  inARow: number
  readonly calls: { readonly at: number; readonly isFailure: boolean }[]
  openUntil: number | null
  isProbing: boolean
}

export interface Circuits {
  readonly open: number
  readonly opened: number
}

const isNoAnswer = (error: unknown) => error instanceof Failure && NO_ANSWER.has(error.code)

/**
 * A circuit breaker per key: requests to a failing service are refused at once.
 * @param monotonic milliseconds
 */
export const createBreaker = (monotonic: () => number) => {
  const circuits = new LRUCache<string, Circuit>({ max: MAX_KEYS })
  let opened = 0

  const circuitOf = (key: string): Circuit => {
    const circuit = circuits.get(key) ?? { inARow: 0, calls: [], openUntil: null, isProbing: false }
    circuits.set(key, circuit)
    return circuit
  }

  const refuseWhileOpen = (circuit: Circuit, at: number) => {
    if (circuit.openUntil === null || (at >= circuit.openUntil && !circuit.isProbing)) return
    const wait = Math.max(1, Math.ceil((circuit.openUntil - at) / 1000))
    throw failure('upstream_unreachable', { headers: { 'Retry-After': String(wait) } })
  }

  const count = (circuit: Circuit, isFailure: boolean) => {
    const at = monotonic()
    const { calls } = circuit
    calls.push({ at, isFailure })
    // Oldest first, possibly thousands: not scanned per call.
    calls.splice(
      0,
      calls.findIndex((call) => call.at > at - WINDOW_MS),
    )
    circuit.inARow = isFailure ? circuit.inARow + 1 : 0
    const hasFailedOften = () => calls.filter((call) => call.isFailure).length * 2 >= calls.length
    const isBroken =
      circuit.inARow >= IN_A_ROW || (isFailure && calls.length >= WINDOW_CALLS && hasFailedOften())
    if (isBroken || (circuit.isProbing && isFailure)) {
      if (circuit.openUntil === null) opened++
      circuit.openUntil = at + OPEN_MS
    } else if (!isFailure && circuit.openUntil !== null) {
      circuit.openUntil = null
      calls.length = 0
    }
  }

  /** @throws Failure `upstream_unreachable` with Retry-After while open; what `call` throws */
  const guarded = async (key: string, call: () => Promise<UpstreamAnswer>): Promise<UpstreamAnswer> => {
    const circuit = circuitOf(key)
    refuseWhileOpen(circuit, monotonic())
    const isProbe = circuit.openUntil !== null
    if (isProbe) circuit.isProbing = true
    try {
      const answer = await call()
      count(circuit, GATEWAY_STATUSES.has(answer.status))
      return answer
    } catch (error) {
      // Disconnected browsers do not count; bad answers count as answers.
      if (isNoAnswer(error)) count(circuit, true)
      else if (error instanceof Failure) count(circuit, false)
      throw error
    } finally {
      if (isProbe) circuit.isProbing = false
    }
  }

  const state = (): Circuits => {
    const at = monotonic()
    const open = [...circuits.values()].filter(
      ({ openUntil, isProbing }) => openUntil !== null && (at < openUntil || isProbing),
    )
    return { open: open.length, opened }
  }

  return { guarded, state }
}
