import { getCookie } from 'hono/cookie'
import type { Context } from 'hono'
import { readValues, writeValues } from '#/contract/archive/filters.ts'
import { hasNumber } from '#/analytics/texts/hidden-filters.ts'
import { callFieldRow } from '#/contract/call-fields.ts'
import { PRESENTING_COOKIE } from '#/i18n/privacy-mode.ts'
import { failure } from '#/server/http/failure.ts'
import { createMasks, type Masks } from './masks.ts'

/** Presentations whose masks are remembered: they can be made again, but names can no longer be found by theirs. */
const MOST = 8
const MOST_CHARACTERS = 200
const made = new Map<string, Masks>()

/** What the visit's masks are made of; null when presentation mode is off. */
export const presentationOf = (c: Context): string | null =>
  // Any value will do, but none is too long to be remembered.
  getCookie(c, PRESENTING_COOKIE)?.slice(0, MOST_CHARACTERS) || null

/** The visit's masks; null when presentation mode is off. */
export const masksOf = (c: Context): Masks | null => {
  const of = presentationOf(c)
  if (of === null) return null
  const masks = made.get(of) ?? createMasks(of)
  made.delete(of)
  made.set(of, masks)
  for (const oldest of made.keys()) if (made.size > MOST) made.delete(oldest)
  return masks
}

/** What others looking on should not see made or changed. @throws Failure `presenting` in presentation mode */
export const refusePresenting = (c: Context): void => {
  if (masksOf(c) !== null) throw failure('presenting')
}

/** Of some values of a filter. */
const unmaskedValues = (written: string, masks: Masks): string => {
  const { values, except } = readValues(written)
  return writeValues({ values: values.map((value) => value && masks.unmaskNames(value)), except })
}

/** Callers while their numbers are masked. */
const MASKED: ReadonlySet<string> = new Set(['phone_number_from'])
const ORDERED_BY_CALLER = callFieldRow('phone_number_from').column?.order

/**
 * What is asked for, where it was asked by a mask. A number that is none would find out, a part at a time, whose it is;
 * so would the order of callers, and digits that are searched for in texts.
 * @throws Failure `hidden_field` for such a number, order or search
 */
export const unmaskedQuery = (
  query: Readonly<Record<string, string>>,
  masks: Masks | null,
): Readonly<Record<string, string>> => {
  if (masks === null) return query
  const { from_filter: caller, manager, order_field: order, q = '' } = query
  if (order === ORDERED_BY_CALLER || hasNumber(q, MASKED)) throw failure('hidden_field')
  const number = caller === undefined ? undefined : masks.unmaskPhone(caller)
  if (number === null) throw failure('hidden_field')
  return {
    ...query,
    ...(number !== undefined && { from_filter: number }),
    ...(manager !== undefined && { manager: unmaskedValues(manager, masks) }),
  }
}
