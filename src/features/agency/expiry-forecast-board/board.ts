import { runway, type KnownExpiryForecast } from '#/analytics/evaluation/expiry-forecast.ts'
import type { ObjRead } from '#/contract/object.ts'
import { objectName } from '#/domain/cells/object-name.ts'
import { sortRows } from '#/domain/preferences/row-order.ts'

/** An object that stops, and whose it is. */
export interface BoardObject<C> {
  readonly client: C
  readonly object: ObjRead
  readonly runway: KnownExpiryForecast
}

/** The runways of the objects of many clients. */
export interface Board<C> {
  /** Those that stop, or stopped, within the days asked for: the soonest first, equal ones by name as in the objects' list. */
  readonly soon: readonly BoardObject<C>[]
  /** How many go on for longer. */
  readonly later: number
  /** How many have no such day, and of how many tracking is off. */
  readonly noDay: number
  readonly off: number
}

/** @param today `YYYY-MM-DD` by the clock of most clients' contacts (G6, G15) @param days how far ahead an object is listed */
export const boardOf = <C>(
  clients: readonly { readonly client: C; readonly objects: readonly ObjRead[] }[],
  today: string,
  days: number,
): Board<C> => {
  const all = clients.flatMap(({ client, objects }) =>
    objects.map((object) => ({ client, object, runway: runway(object, today) })),
  )
  const known = all.flatMap((one) => (one.runway.state === 'unknown' ? [] : [{ ...one, runway: one.runway }]))
  const off = all.filter((one) => one.runway.state === 'unknown' && one.runway.why === 'tracking_off').length
  const soon = known.filter((one) => one.runway.daysLeft <= days)
  return {
    soon: sortRows(
      soon,
      'ascending',
      (one) => one.runway.daysLeft,
      (one) => objectName(one.object),
    ),
    later: known.length - soon.length,
    noDay: all.length - known.length - off,
    off,
  }
}
