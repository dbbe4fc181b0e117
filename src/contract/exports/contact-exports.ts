import * as z from 'zod/mini'
import '../field.ts'

/*
 * Files of contacts, which our server makes: started, looked at, cancelled and fetched under `/api/exports` and
 * `/api/clients/:client/exports`. Both ends are ours and of one version.
 */

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
/** What may stand between the cells of a CSV file. */
export const CSV_SEPARATORS = [',', ';', '\t'] as const
export type CsvSeparator = (typeof CSV_SEPARATORS)[number]

/** Below `/api`. @param client null: the account that is signed in itself */
export const exportsPath = (client: string | null): string =>
  client === null ? '/exports' : `/clients/${encodeURIComponent(client)}/exports`

const count = z.int().check(z.minimum(0))
const text = (most: number) => z.string().check(z.maxLength(most))

/** Body of `POST …/exports`. Words are the page's: it knows the names of what the filters mean. */
export const exportRequest = z.object({
  /** The object whose contacts they are; null: all. */
  object: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
  /** Filters and order, as lists have them (contract/archive/filters.ts). */
  filters: z.record(z.string(), text(8192)),
  format: z.enum(EXPORT_FORMATS),
  /** Columns of the file in their order; what the account may not see is left out. */
  columns: z.array(text(64)).check(z.minLength(1), z.maxLength(200)),
  language: z.enum(['en', 'ru']),
  separator: z.enum(CSV_SEPARATORS),
  /** Excel shows phone numbers and long identifiers of a CSV file digit by digit. */
  numbers_as_text: z.boolean(),
  /** Whose clock marks and the file itself are dated by. */
  time_zone: text(64),
  /** Whose clock the contacts are dated by: each object's own (absent), or that of the time zone. */
  times: z.optional(z.enum(['own', 'mine'])),
  /** Contacts that match, as far as the page knows. */
  total: count,
  /** What the agency's client is called; null: no agency. */
  client_name: z.nullable(text(200)),
  /** Without its ending: letters, digits, dashes. */
  file_name: z.string().check(z.regex(/^[\p{L}\p{N}_-]{1,240}$/u)),
  /** Object, period and filters in words. */
  about: z.array(z.object({ name: text(200), value: text(8192) })).check(z.maxLength(60)),
  /** What the service calls its statuses (G8). */
  status_names: z.array(z.tuple([z.int(), text(200)])).check(z.maxLength(500)),
})
export type ExportRequest = z.infer<typeof exportRequest>

/** What is missing, by the words of the reader of pages (G1). */
const shortfall = z.object({
  loaded: count,
  total: count,
  unreadable: count,
  doubled: count,
  gaps: z.array(
    z.enum(['failed', 'repeated', 'changed', 'short', 'capped', 'unreadable', 'doubled', 'callers']),
  ),
})
export type ExportShortfall = z.infer<typeof shortfall>

/** Answer of `POST …/exports` and `GET …/exports/:id`. */
export const exportAnswer = z.object({
  id: z.string(),
  /**
   * - `waiting`: others are being made
   * - `reading`, `writing`: under way
   * - `complete`: the file can be fetched; all contacts are in it
   * - `incomplete`: the same with what came; the file says so itself
   * - `failed`: there is no file
   */
  state: z.enum(['waiting', 'reading', 'writing', 'complete', 'incomplete', 'failed']),
  /** Contacts that have come, and how many there should be. */
  done: count,
  total: count,
  /** Contacts a second. */
  speed: z.number(),
  file_name: z.string(),
  shortfall: z.nullable(shortfall),
  /** Days that our server could not read. */
  unread: z.array(z.object({ date_from: z.string(), date_to: z.string() })),
  /** Why it failed, or why some pages did not come. */
  error: z.nullable(z.object({ status: z.number(), code: z.string() })),
})
export type ExportAnswer = z.infer<typeof exportAnswer>
