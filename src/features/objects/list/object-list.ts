import type { ObjRead } from '#/contract/object.ts'
import { objectName, siteOf } from '#/domain/cells/object-name.ts'
import { digitsOfCaller, identityOfCaller, typedDigits } from '#/contract/phones/caller.ts'
import { matches } from '#/ui/control/match.ts'
import type { SortDirection } from '#/ui/table/table.tsx'
import type { RowOrder } from '#/ui/table/table.tsx'
import { sortRows } from '#/domain/preferences/row-order.ts'
import { expirationDay } from '#/analytics/evaluation/expiration.ts'
import { forecastExpiry } from '#/analytics/evaluation/expiry-forecast.ts'

export type ObjectColumn = 'title' | 'sessions' | 'runway' | 'numbers' | 'calls' | 'paid_until'

/** Direction of the first click: names ascending, expiry soonest, counts descending. */
export const FIRST_OBJECTS_DIRECTION = {
  title: 'ascending',
  sessions: 'descending',
  runway: 'ascending',
  numbers: 'descending',
  calls: 'descending',
  paid_until: 'ascending',
} as const satisfies Record<ObjectColumn, SortDirection>

/** Used sessions as a share of the limit, may exceed 1; null: unknown or no limit. */
export const sessionShare = ({ sessions_used: used, sessions: limit }: ObjRead): number | null =>
  used === null || limit === null || limit <= 0 ? null : used / limit

/** Amber from three quarters, red from nine tenths. */
export const sessionTone = (share: number): 'accent' | 'warning' | 'missed' =>
  share >= 0.9 ? 'missed' : share >= 0.75 ? 'warning' : 'accent'

const expiryForecastDays = (object: ObjRead, today: string): number | null => {
  const found = forecastExpiry(object, today)
  return found.state === 'unknown' ? null : found.daysLeft
}

const SORT_VALUE = {
  title: objectName,
  sessions: sessionShare,
  runway: expiryForecastDays,
  numbers: ({ numbers }) => numbers,
  calls: ({ calls_count }) => calls_count,
  paid_until: ({ expiration_date }) => expirationDay(expiration_date),
} as const satisfies Record<ObjectColumn, (object: ObjRead, today: string) => string | number | null>

export const sortObjects = (
  objects: readonly ObjRead[],
  { column, direction }: RowOrder<ObjectColumn>,
  todayOf: (oid: string) => string,
): ObjRead[] =>
  sortRows(objects, direction, (object) => SORT_VALUE[column](object, todayOf(object.oid)), objectName)

type Reading = Pick<typeof import('#/contract/phones/caller-search.ts'), 'callerSearch' | 'countriesOf'>

const holdsNumber = ({ own_number, country_code }: ObjRead, query: string, reading: Reading | null) => {
  const digits = typedDigits(query)
  if (digits === null || !own_number) return false
  return reading === null
    ? digitsOfCaller(own_number).includes(digits)
    : reading.callerSearch(query, reading.countriesOf([country_code])).finds(identityOfCaller(own_number))
}

/**
 * Objects by title, alias, site or number: words in any order, numbers in any notation (8 495 is 7 495).
 * @param reading null: not loaded, digits only
 */
export const findObjects = (
  objects: readonly ObjRead[],
  query: string,
  reading: Reading | null,
): readonly ObjRead[] => {
  if (query.trim() === '') return objects
  return objects.filter(
    (object) =>
      matches(`${object.title ?? ''} ${object.alias ?? ''} ${siteOf(object) ?? ''}`, query) ||
      holdsNumber(object, query, reading),
  )
}
