import * as z from 'zod/mini'
import { callFilterSchemas, dayParameter } from '../call-filters.ts'
import '../field.ts'
import { archiveFilterSchemas } from './filters.ts'
import { archiveState } from './shapes.ts'

/* Contact lists from the archive. They have the API's filters (API document 4.3), and more that no endpoint has. */

export const CONTACTS_MAX = 2000
const whole = z.string().check(z.regex(/^\d{1,15}$/))
const { period: _period, ...apiFilters } = callFilterSchemas

/**
 * Body of `POST …/archive/contacts`, so that no address names a caller. Days are required; `object` and `id` select one
 * object, and one contact of it. Order by date (no `order_field`) or duration: the service's order of texts is not documented.
 */
export const archiveContactsQuestion = z.extend(
  z.partial(
    z.object({
      ...apiFilters,
      ...archiveFilterSchemas,
      order_field: z.literal('duration'),
      object: z.string().check(z.minLength(1), z.maxLength(128)),
      id: whole,
      offset: whole,
      limit: whole.check(z.refine((text) => Number(text) <= CONTACTS_MAX)),
    }),
  ),
  { date_from: dayParameter, date_to: dayParameter },
)
export type ArchiveContactsQuestion = z.infer<typeof archiveContactsQuestion>

const count = z.number()

/** Answer of `…/archive/contacts`. */
export const archiveContacts = z.object({
  /** Coverage: while days are being read, the list has the newest so far. */
  state: archiveState,
  total: count,
  offset: count,
  /** The first stored day if the request began earlier; null: it did not. */
  since: z.nullable(dayParameter),
  /** Raw records in order; unreadable ones only in unfiltered lists. */
  contacts: z.array(z.unknown()),
  objects: z.array(z.object({ oid: z.string(), title: z.nullable(z.string()) })),
})
export type ArchiveContacts = z.infer<typeof archiveContacts>
