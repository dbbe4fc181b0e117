import * as z from 'zod/mini'
import { clientPrefix } from '../endpoint.ts'
import '../field.ts'

/*
 * Files of contacts, made by our server: started, polled, cancelled and fetched under `/api/exports` and
 * `/api/clients/:client/exports`.
 */

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
export const CSV_SEPARATORS = [',', ';', '\t'] as const
export type CsvSeparator = (typeof CSV_SEPARATORS)[number]

/** Below `/api`. */
export const exportsPath = (client: string | null): string => `${clientPrefix(client)}/exports`

const count = z.int().check(z.minimum(0))
const text = (most: number) => z.string().check(z.maxLength(most))

/** Body of `POST …/exports`. The page sends the texts, since it knows the filters' labels. */
export const exportRequest = z.object({
  object: z.nullable(z.string().check(z.minLength(1), z.maxLength(128))),
  filters: z.record(z.string(), text(8192)),
  format: z.enum(EXPORT_FORMATS),
  /** Columns in order; hidden ones are left out. */
  columns: z.array(text(64)).check(z.minLength(1), z.maxLength(200)),
  language: z.enum(['en', 'ru']),
  separator: z.enum(CSV_SEPARATORS),
  /** Keeps Excel from reformatting phone numbers and long identifiers in CSV. */
  numbers_as_text: z.boolean(),
  /** Time zone of annotations and of the file's date. */
  time_zone: text(64),
  /** Contacts' times by each object's clock (absent), or by the time zone. */
  times: z.optional(z.enum(['own', 'mine'])),
  total: count,
  client_name: z.nullable(text(200)),
  file_name: z.string().check(z.regex(/^[\p{L}\p{N}_-]{1,240}$/u)),
  about: z.array(z.object({ name: text(200), value: text(8192) })).check(z.maxLength(60)),
  /** Status names of the service (G8). */
  status_names: z.array(z.tuple([z.int(), text(200)])).check(z.maxLength(500)),
})
export type ExportRequest = z.infer<typeof exportRequest>

/** What is missing, by the page reader's reasons (G1). */
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
   * `waiting`: queued; `reading`, `writing`: in progress; `complete`: ready; `incomplete`: ready, with
   * contacts missing as the file says; `failed`: no file.
   */
  state: z.enum(['waiting', 'reading', 'writing', 'complete', 'incomplete', 'failed']),
  done: count,
  total: count,
  speed: z.number(),
  file_name: z.string(),
  shortfall: z.nullable(shortfall),
  unread: z.array(z.object({ date_from: z.string(), date_to: z.string() })),
  error: z.nullable(z.object({ status: z.number(), code: z.string() })),
})
export type ExportAnswer = z.infer<typeof exportAnswer>
