import { getCookie } from 'hono/cookie'
import { LRUCache } from 'lru-cache'
import type { Context } from 'hono'
import { readValues, writeValues } from '#/contract/archive/filters.ts'
import { hasNumber } from '#/analytics/texts/caller-digits.ts'
import { callFieldRow } from '#/contract/call-fields.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import { failure } from './failure.ts'
import { createMasks, type Masks } from '#/server/privacy-mode/masks.ts'

/** Cached presentations: masks can be recreated, but names of dropped ones can no longer be unmasked. */
const MOST = 8
const MOST_CHARACTERS = 200
const made = new LRUCache<string, Masks>({ max: MOST })

/** Seed of the masks; null: presentation mode is off. */
export const presentationOf = (c: Context): string | null =>
  getCookie(c, PRIVACY_MODE_COOKIE)?.slice(0, MOST_CHARACTERS) || null

export const masksOf = (c: Context): Masks | null => {
  const of = presentationOf(c)
  if (of === null) return null
  const masks = made.get(of) ?? createMasks(of)
  made.set(of, masks)
  return masks
}

/**
 * Blocks actions in presentation mode.
 * @throws Failure `presenting`
 */
export const refuseInPrivacyMode = (c: Context): void => {
  if (masksOf(c) !== null) throw failure('presenting')
}

const unmaskedValues = (written: string, masks: Masks): string => {
  const { values, except } = readValues(written)
  return writeValues({ values: values.map((value) => value && masks.unmaskNames(value)), except })
}

const MASKED: ReadonlySet<string> = new Set(['phone_number_from'])
const ORDERED_BY_CALLER = callFieldRow('phone_number_from').column?.order

/**
 * Unmasks a query. Real numbers, orders by caller and digits in searches are refused, since they could
 * identify a caller step by step.
 * @throws Failure `hidden_field`
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
