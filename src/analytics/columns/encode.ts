import type { ListedCallRead } from '#/contract/call.ts'
import { CALL_TYPE, callStatusName } from '#/contract/codes.ts'
import { splitUtm } from '#/contract/utm.ts'
import { NO_DAY, weekdayOf } from '#/contract/day.ts'
import {
  CHANNEL,
  FIRST_TIME,
  IS_TARGET,
  NOT_TARGET,
  REPEATED,
  type Channel,
  type Dimension,
} from './dataset.ts'
import { createCoder, type Column, type Raw } from './dictionary.ts'

/** A deal is read apart: it is a record of its own. */
type Encoded = Exclude<Dimension, 'deal'>

export const blankToNull = (text: string | null | undefined): string | null => text?.trim() || null

const asText = (raw: Raw): string | null => (raw === null || raw === undefined ? null : String(raw))
const trimmed = (raw: Raw): string | null => blankToNull(asText(raw))

/** An address without what comes and goes with each visit. */
const pageOf = (address: string | null): string | null => {
  if (address === null) return null
  const query = address.indexOf('?')
  const uncut = query < 0 ? address : address.slice(0, query)
  const hash = uncut.indexOf('#')
  return hash < 0 ? uncut : uncut.slice(0, hash)
}

const LAST_SPACE = 32
/** A title, or where it is blank the words it was recognised by. */
const sourceOf = ({ source, src }: ListedCallRead): string | null => {
  const title = source?.title ?? null
  // No text that begins with a letter is blank.
  return title !== null && title.charCodeAt(0) > LAST_SPACE && title.charCodeAt(0) < 128
    ? title
    : (blankToNull(title) ?? src)
}

/** A custom status's shape is not documented in a call: its name where it has one, else its id. */
const customStatusOf = (status: unknown): Raw => {
  if (typeof status !== 'object' || status === null) return null
  const { name, id } = status as { name?: unknown; id?: unknown }
  return typeof name === 'string' ? name : typeof id === 'number' ? id : null
}

/** The API's own words for a contact's value, and what is made of them. */
interface Reading {
  /** @param day days since 1970 by the contact's own clock, NO_DAY; @param minute of that day */
  readonly raw: (call: ListedCallRead, day: number, minute: number) => Raw
  readonly value: (raw: Raw) => string | null
  /** It is read each time. */
  readonly isRare?: true
}

const READINGS = {
  object: { raw: (call) => call.obj_oid, value: trimmed },
  source: { raw: sourceOf, value: trimmed },
  campaign: {
    raw: (call) => call.utm,
    value: (utm) => trimmed(splitUtm(asText(utm)).find((tag) => tag.name === 'campaign')?.value),
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
  // Its dictionary reads it, and hardly any comes twice. Hidden numbers have no digits, and are not one person.
  caller: { raw: (call) => call.phone_number_from, value: asText, isRare: true },
  weekday: { raw: (_, day) => (day === NO_DAY ? null : weekdayOf(day)), value: asText },
  hour: { raw: (_, day, minute) => (day === NO_DAY ? null : Math.floor(minute / 60)), value: asText },
  hour_of_week: {
    raw: (_, day, minute) => (day === NO_DAY ? null : weekdayOf(day) * 24 + Math.floor(minute / 60)),
    value: asText,
  },
} as const satisfies Record<Encoded, Reading>

/**
 * Writes one code for each contact.
 * @param days beside the contacts, as `minutes`: by their own clock
 */
export type Encoder = (
  calls: readonly ListedCallRead[],
  days: Uint16Array,
  minutes: Uint16Array,
  codes: Uint32Array,
) => void
export type Encoders = Readonly<Record<Encoded, Encoder>>

const encoderOf = (column: Column, { raw, value, isRare }: Reading): Encoder => {
  const coded = isRare ? (one: Raw) => column.code(value(one)) : createCoder(column, value)
  return (calls, days, minutes, codes) => {
    for (let at = 0; at < codes.length; at++) codes[at] = coded(raw(calls[at]!, days[at]!, minutes[at]!))
  }
}

export const createEncoders = (by: Readonly<Record<Dimension, Column>>): Encoders =>
  Object.fromEntries(
    Object.entries(READINGS).map(([name, reading]) => [name, encoderOf(by[name as Encoded], reading)]),
  ) as unknown as Encoders
