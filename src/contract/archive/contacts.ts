import * as z from 'zod/mini'
import { callFilterSchemas, dayParameter } from '../call-filters.ts'
import '../field.ts'
import { archiveFilterSchemas } from './filters.ts'
import { archiveState } from './shapes.ts'

/*
 * Lists of contacts that our server finds in what it keeps. Beside the API's own filters of call lists (API document 4.3)
 * they have those that no endpoint has. Both ends are ours and of one version.
 */

/** Most contacts of one answer. */
export const CONTACTS_MAX = 2000
const whole = z.string().check(z.regex(/^\d{1,15}$/))
const { period: _period, ...apiFilters } = callFilterSchemas

/**
 * Body of `POST …/archive/contacts`, or query of `GET` where nothing of it is personal. Days are always said; `object` and `id` name one object, and one contact of it. Orders are by
 * date (no `order_field`) and by duration: how the service orders texts is not known.
 */
export const archiveContactsQuestion = z.extend(
  z.partial(
    z.object({
      ...apiFilters,
      ...archiveFilterSchemas,
      order_field: z.literal('duration'),
      object: z.string().check(z.minLength(1), z.maxLength(64)),
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
  /** How the asked days stand: a list of days that are still being read is of the newest of them so far. */
  state: archiveState,
  /** Contacts that match, of what is held. */
  total: count,
  offset: count,
  /** The first of the days that are kept, where older ones were asked for too; null: all of them are. */
  since: z.nullable(dayParameter),
  /** Records as the service gave them, in the list's order; those that cannot be read stand only in lists without any filter. */
  contacts: z.array(z.unknown()),
  /** Of the objects that these contacts are of. */
  objects: z.array(z.object({ oid: z.string(), title: z.nullable(z.string()) })),
})
export type ArchiveContacts = z.infer<typeof archiveContacts>
