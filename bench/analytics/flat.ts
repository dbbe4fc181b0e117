import { CALL_TYPE } from '#/contract/codes.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { splitUtm } from '#/contract/utm.ts'
import { identityOfCaller } from '#/contract/phones/caller.ts'
import { parseWallClock } from '#/i18n/format.ts'
import { DAY_MS } from '#/contract/day.ts'

/** A contact as the other engines get it: everything has been read already. */
export interface Flat {
  readonly id: number
  /** Days since 1970. */
  readonly day: number
  readonly weekday: number
  readonly hour: number
  readonly object: string | null
  readonly source: string | null
  readonly campaign: string | null
  readonly search_request: string | null
  readonly page: string | null
  readonly region: string | null
  readonly manager: string | null
  readonly service: string | null
  readonly status: number
  readonly kind: string | null
  readonly target: string | null
  readonly caller: string | null
  /** Seconds; -1: none. */
  readonly duration: number
}

/** Columns whose histograms the brush moves. */
export const HISTOGRAMS = [
  'source',
  'campaign',
  'region',
  'manager',
  'service',
  'status',
  'hour',
  'weekday',
] as const satisfies readonly (keyof Flat)[]
export type Histogrammed = (typeof HISTOGRAMS)[number]

/** Columns of texts. */
export const TEXTS = [
  'object',
  'source',
  'campaign',
  'search_request',
  'page',
  'region',
  'manager',
  'service',
  'kind',
  'target',
  'caller',
] as const satisfies readonly (keyof Flat)[]
export const NUMBERS = [
  'id',
  'day',
  'weekday',
  'hour',
  'status',
  'duration',
] as const satisfies readonly (keyof Flat)[]

export const flatten = (call: ListedCallRead): Flat => {
  const clock = parseWallClock(call.date)!
  const day = Date.parse(`${clock.day}T00:00:00Z`) / DAY_MS
  const type = call.call_type?.id
  return {
    id: call.id,
    day,
    weekday: (day + 3) % 7,
    hour: clock.hour,
    object: call.obj_oid,
    source: call.source?.title ?? call.src,
    campaign: splitUtm(call.utm).find(({ name }) => name === 'campaign')?.value ?? null,
    search_request: call.search_request,
    page: call.request_uri?.replace(/[?#].*$/s, '') ?? null,
    region: call.region,
    manager: call.managers,
    service: call.service_name,
    status: call.status ?? 0,
    kind: type === CALL_TYPE.COMMON ? 'first_time' : type === CALL_TYPE.REPEATED ? 'repeated' : null,
    target: call.target === null ? null : call.target ? 'target' : 'not_target',
    caller: call.caller && identityOfCaller(call.caller),
    duration: call.duration ?? -1,
  }
}
