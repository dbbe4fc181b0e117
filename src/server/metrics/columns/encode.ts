import { minuteOf, parseWallClock } from '#/i18n/format.ts'
import { dayNumber, MINUTE_MS, NO_DAY, weekdayOf } from '#/contract/day.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { identityOfCaller } from '#/contract/phones/caller.ts'
import { CALL_TYPE, callStatusName } from '#/contract/codes.ts'
import { utmValue } from '#/contract/utm.ts'
import {
  CHANNEL,
  FIRST_TIME,
  IS_TARGET,
  NOT_TARGET,
  REPEATED,
  type Channel,
  type Dimension,
} from '#/contract/figures/dimensions.ts'
import { createCoder, type CodedColumn, type Raw, type DistinctValues } from './dictionary.ts'

/** A contact's wall clock (G6). One reused object, since there are a million dates. */
export interface Clock {
  readonly read: (date: string | null) => void
  /** Days since 1970; NO_DAY: unreadable, or outside of 1970 to 2149. */
  readonly day: number
  readonly minute: number
  readonly offset: number | null
  /** Epoch milliseconds; undefined without an offset. */
  readonly at: number
}

const two = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

const [PLUS, MINUS, COLON] = [43, 45, 58]
const USUAL_LENGTH = '2026-11-20T14:06:00+03:00'.length

/** Parses dates as `parseWallClock` does, with the day cached: a million contacts have a few hundred days, in order. */
export const createClock = (): Clock => {
  let prefix = ''
  let known = NO_DAY
  const clock = {
    day: NO_DAY,
    minute: 0,
    offset: null as number | null,
    at: 0,
    read: (date: string | null) => {
      if (date === null || !readUsual(date)) readAny(date)
    },
  }

  const readUsual = (date: string): boolean => {
    if (date.length !== USUAL_LENGTH || known === NO_DAY || !date.startsWith(prefix)) return false
    const hour = two(date, 11)
    const minute = two(date, 14)
    const second = two(date, 17)
    const hoursEast = two(date, 20)
    const minutesEast = two(date, 23)
    const isTime = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60
    const isOffset = hoursEast >= 0 && minutesEast >= 0 && date.charCodeAt(22) === COLON
    const isUsual = isTime && isOffset && date.charCodeAt(13) === COLON && date.charCodeAt(16) === COLON
    const sign = date.charCodeAt(19) === PLUS ? 1 : date.charCodeAt(19) === MINUS ? -1 : 0
    if (!isUsual || sign === 0) return false
    clock.day = known
    clock.minute = hour * 60 + minute
    clock.offset = sign * (hoursEast * 60 + minutesEast)
    clock.at = ((known * 1440 + clock.minute - clock.offset) * 60 + second) * 1000
    return true
  }

  const readAny = (date: string | null) => {
    const wallClock = parseWallClock(date)
    clock.day = wallClock === null ? NO_DAY : dayNumber(wallClock.day)
    clock.minute = wallClock === null || clock.day === NO_DAY ? 0 : minuteOf(wallClock)
    clock.offset = wallClock?.offset ?? null
    clock.at = wallClock === null ? 0 : wallClock.utc - (wallClock.offset ?? 0) * MINUTE_MS
    if (wallClock === null || clock.day === NO_DAY) return
    prefix = `${wallClock.day}T`
    known = clock.day
  }
  return clock
}

type Encoded = Exclude<Dimension, 'deal'>

export const blankToNull = (text: string | null | undefined): string | null => text?.trim() || null

const asText = (raw: Raw): string | null => (raw === null || raw === undefined ? null : String(raw))
const trimmed = (raw: Raw): string | null => blankToNull(asText(raw))

/** An address without parameters of a single visit. */
const pageOf = (address: string | null): string | null => {
  if (address === null) return null
  const query = address.indexOf('?')
  const uncut = query < 0 ? address : address.slice(0, query)
  const hash = uncut.indexOf('#')
  return hash < 0 ? uncut : uncut.slice(0, hash)
}

const LAST_SPACE = 32
/** The title, or the words the source was recognised by. */
const sourceOf = ({ source, src }: ListedCallRead): string | null => {
  const title = source?.title ?? null
  // Fast path: a text that begins with a letter is not blank.
  return title !== null && title.charCodeAt(0) > LAST_SPACE && title.charCodeAt(0) < 128
    ? title
    : (blankToNull(title) ?? src)
}

/** Not documented in a call: the custom status's name, else its id. */
const customStatusOf = (status: unknown): Raw => {
  if (typeof status !== 'object' || status === null) return null
  const { name, id } = status as { name?: unknown; id?: unknown }
  return typeof name === 'string' ? name : typeof id === 'number' ? id : null
}

interface Reading {
  /**
   * @param day days since 1970 by the contact's clock, NO_DAY
   * @param minute of that day
   */
  readonly raw: (call: ListedCallRead, day: number, minute: number) => Raw
  readonly value: (raw: Raw) => string | null
  readonly isRare?: true
}

const READINGS = {
  object: { raw: (call) => call.obj_oid, value: trimmed },
  source: { raw: sourceOf, value: trimmed },
  campaign: {
    raw: (call) => call.utm,
    value: (utm) => utmValue(asText(utm), 'campaign'),
  },
  search_request: { raw: (call) => call.search_request, value: trimmed },
  page: { raw: (call) => pageOf(call.request_uri), value: trimmed },
  region: { raw: (call) => call.region, value: trimmed },
  manager: { raw: (call) => call.managers, value: trimmed },
  service: { raw: (call) => call.service_name, value: trimmed },
  status: { raw: (call) => call.status, value: asText },
  channel: {
    raw: (call) => call.status,
    value: (status): Channel => {
      const name = callStatusName(status as number | null)
      return name === undefined ? 'other' : CHANNEL[name]
    },
  },
  kind: {
    raw: (call) => call.call_type?.id,
    value: (type) => (type === CALL_TYPE.COMMON ? FIRST_TIME : type === CALL_TYPE.REPEATED ? REPEATED : null),
  },
  target: {
    raw: (call) => call.target,
    value: (isTarget) => (isTarget === null ? null : isTarget === true ? IS_TARGET : NOT_TARGET),
  },
  custom_status: { raw: (call) => customStatusOf(call.custom_status), value: trimmed },
  // Hardly any repeats. A withheld number identifies no caller.
  caller: {
    raw: (call) => call.caller,
    value: (caller) => (typeof caller === 'string' ? identityOfCaller(caller) : null),
    isRare: true,
  },
  weekday: { raw: (_, day) => (day === NO_DAY ? null : weekdayOf(day)), value: asText },
  hour: { raw: (_, day, minute) => (day === NO_DAY ? null : Math.floor(minute / 60)), value: asText },
  hour_of_week: {
    raw: (_, day, minute) => (day === NO_DAY ? null : weekdayOf(day) * 24 + Math.floor(minute / 60)),
    value: asText,
  },
} as const satisfies Record<Encoded, Reading>

/**
 * Writes a code per contact.
 * @param days parallel to the contacts, as `minutes`: by their own clock
 */
export type Encoder = (
  calls: readonly ListedCallRead[],
  days: Uint16Array,
  minutes: Uint16Array,
  codes: Uint32Array,
) => void
export type Encoders = Readonly<Record<Encoded, Encoder>>

const encoderOf = (column: CodedColumn<DistinctValues>, { raw, value, isRare }: Reading): Encoder => {
  const coded = isRare ? (one: Raw) => column.code(value(one)) : createCoder(column, value)
  return (calls, days, minutes, codes) => {
    for (let at = 0; at < codes.length; at++) codes[at] = coded(raw(calls[at]!, days[at]!, minutes[at]!))
  }
}

export const createEncoders = (by: Readonly<Record<Dimension, CodedColumn<DistinctValues>>>): Encoders =>
  Object.fromEntries(
    Object.entries(READINGS).map(([name, reading]) => [name, encoderOf(by[name as Encoded], reading)]),
  ) as unknown as Encoders
