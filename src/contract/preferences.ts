import { listFilterSchemas } from './archive/filters.ts'
import * as z from 'zod/mini'

/*
 * What a user arranges and saves, and finds again on every computer. Kept by our own server, not the vendor's. The schema
 * is exact: a section or a field that is not listed is refused, so that a caller's number cannot be stored by mistake.
 */

/** Preferences of one account as JSON text, in bytes of UTF-8. */
export const PREFERENCES_MAX_BYTES = 256 * 1024
export const SAVED_VIEWS_MAX = 200
/** Letters in the name of a view. */
export const VIEW_NAME_MAX = 100

const id = z.string().check(z.minLength(1), z.maxLength(128))
const name = z.string().check(z.minLength(1), z.maxLength(VIEW_NAME_MAX))
/** Columns by their names in the code, which outlive their words on the screen. */
const column = z.string().check(z.regex(/^[a-z][a-z_]{0,39}$/))

const { from_filter: _caller, ...viewFilters } = listFilterSchemas

/** Spans of days that move with the calendar, said by the day they are looked at. */
export const PERIOD_PRESETS = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
  'all',
] as const
export type PeriodPreset = (typeof PERIOD_PRESETS)[number]

/** A journal's filters and order under a name. The caller is personal data and never one of them. */
const savedView = z.strictObject({
  id,
  name,
  filters: z.partial(z.strictObject(viewFilters)),
  /** Present: the days of a custom period move with the calendar; those in `filters` were the days when it was saved. */
  rolling: z.optional(z.enum(PERIOD_PRESETS)),
  columns: z.optional(z.array(column).check(z.maxLength(40))),
})

/** Panels of the overview by their names in the code. */
const panels = z.array(z.string().check(z.regex(/^[a-z][a-z-]{0,39}$/))).check(z.maxLength(40))

const rowOrder = z.strictObject({ column, direction: z.enum(['ascending', 'descending']) })

/** How one table looks. */
const tableLook = z.strictObject({
  /** Columns shown, in their order. */
  shown: z.optional(z.array(column).check(z.maxLength(40))),
  /** Widths in pixels. */
  widths: z.optional(z.record(column, z.int().check(z.gte(24), z.lte(2000)))),
  order: z.optional(rowOrder),
})

/** Sources and campaigns of all clients with spend, months of each, and letters in their names. */
export const SPEND_ROWS_MAX = 2000
export const SPEND_MONTHS_MAX = 120
/** Spans of days of one month that are paid for apart. */
export const SPEND_SPANS_MAX = 31
export const SPENT_NAME_MAX = 256
/** More than is ever paid in a month, in whatever currency, and still exact to the hundredth. */
export const SPENT_MAX = 1e12
const spentName = z.string().check(z.minLength(1), z.maxLength(SPENT_NAME_MAX))
const month = z.string().check(z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/))
/** Without a currency: the API has none. */
const spentAmount = z.number().check(z.gte(0), z.lte(SPENT_MAX))
const dayOfMonth = z.int().check(z.gte(1), z.lte(31))
const spentDays = z
  .strictObject({ amount: spentAmount, first: dayOfMonth, last: dayOfMonth })
  .check(z.refine(({ first, last }) => first <= last))

/**
 * What has been paid for a source, or for one campaign of it, month by month: that is how it is billed and reported, and
 * a month's name is the same key whoever enters it. Months of a row stand together so that years of them fit.
 */
const spent = z.strictObject({
  /** The agency's client it was paid for; null: the account itself. Never shown with another client. */
  client: z.nullable(id),
  /** Null: not told apart by object. */
  object: z.nullable(id),
  source: spentName,
  /** Null: the source as a whole. */
  campaign: z.nullable(spentName),
  /**
   * An amount of the whole month; of some of its days, both included (one that is not over, say); or several of these (its
   * weeks), each spread over its own days.
   */
  months: z
    .record(
      month,
      z.union([
        spentAmount,
        spentDays,
        z.array(spentDays).check(z.minLength(2), z.maxLength(SPEND_SPANS_MAX)),
      ]),
    )
    .check(z.refine((months) => Object.keys(months).length <= SPEND_MONTHS_MAX)),
})

/** Rules of one person, and letters in a name they speak of. */
export const COUNT_AS_MAX = 500
export const COUNTED_NAME_MAX = 256
const countedName = z.string().check(z.minLength(1), z.maxLength(COUNTED_NAME_MAX))

/** "Count `raw` as `as`." */
const countAsRule = z.strictObject({ by: z.enum(['source', 'campaign']), raw: countedName, as: countedName })

const ids = z.array(id).check(z.maxLength(1000))

export const SEEN_ISSUES_MAX = 500
const seenIssue = z.strictObject({
  client: id,
  key: z.string().check(z.minLength(1), z.maxLength(512)),
  level: z.int(),
})

/** Every section is optional: who has made nothing has none. */
export const preferences = z.strictObject({
  saved_views: z.optional(z.array(savedView).check(z.maxLength(SAVED_VIEWS_MAX))),
  columns: z.optional(
    z.strictObject({
      contacts: z.optional(tableLook),
      objects: z.optional(tableLook),
      clients: z.optional(tableLook),
      sources: z.optional(tableLook),
    }),
  ),
  /** Panels that are not shown, and the order of those that are; new ones stand where they were made to stand. */
  overview: z.optional(z.strictObject({ hidden: z.optional(panels), order: z.optional(panels) })),
  pins: z.optional(z.strictObject({ clients: z.optional(ids), objects: z.optional(ids) })),
  /** Issues of clients that are not shown again until they get worse, as `client-issues.ts` names and grades them. */
  seen_issues: z.optional(z.array(seenIssue).check(z.maxLength(SEEN_ISSUES_MAX))),
  /** Names of CRM statuses that mean a won deal: the API has no such mark (G28). */
  won_statuses: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(256))).check(z.maxLength(500)),
  ),
  spend: z.optional(z.array(spent).check(z.maxLength(SPEND_ROWS_MAX))),
  /** Names of sources and campaigns that count as others; what the service says stays as it is. */
  count_as: z.optional(z.array(countAsRule).check(z.maxLength(COUNT_AS_MAX))),
})
export type Spent = z.infer<typeof spent>
export type CountAsRule = z.infer<typeof countAsRule>
export type SavedView = z.infer<typeof savedView>
export type Preferences = z.infer<typeof preferences>

type Schema = z.core.$ZodType
type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isReadable = (schema: Schema, value: unknown) => z.safeParse(schema, value).success
/** What is below a schema: its fields or its entries. Undefined for one that is read as a whole or not at all. */
const partsOf = (
  schema: Schema,
): { fields: Readonly<Record<string, Schema>> } | { entry: Schema } | undefined => {
  if (schema instanceof z.ZodMiniOptional) return partsOf(schema.def.innerType)
  if (schema instanceof z.ZodMiniObject) return { fields: schema.shape }
  return schema instanceof z.ZodMiniArray ? { entry: schema.def.element } : undefined
}

/** The part of a value that this version knows: fields and entries that cannot be read are left out, others stay. */
const readable = (schema: Schema, value: unknown): unknown => {
  const parts = partsOf(schema)
  if (parts && 'entry' in parts && Array.isArray(value))
    return value.filter((entry) => isReadable(parts.entry, entry))
  if (!parts || !('fields' in parts) || !isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const own = Object.hasOwn(parts.fields, name) ? parts.fields[name] : undefined
      const read = own && readable(own, field)
      return own && isReadable(own, read) ? [[name, read]] : []
    }),
  )
}

/** `next` with what `stored` has beside it and this version cannot read: the counterpart of {@link readable}. */
const withUnread = (schema: Schema, stored: unknown, next: unknown): unknown => {
  const parts = partsOf(schema)
  if (parts && 'entry' in parts && Array.isArray(stored) && Array.isArray(next))
    return [...next, ...stored.filter((entry) => !isReadable(parts.entry, entry))]
  if (!parts || !('fields' in parts) || !isFields(stored) || !isFields(next)) return next
  const known = readable(schema, stored)
  const unread = Object.entries(stored).filter(([name]) => !isFields(known) || !Object.hasOwn(known, name))
  return {
    ...Object.fromEntries(unread),
    ...Object.fromEntries(
      Object.entries(next).map(([name, field]) => {
        const own = parts.fields[name]
        return [name, own ? withUnread(own, stored[name], field) : field]
      }),
    ),
  }
}

/**
 * What this version can read of saved preferences; sections, fields of sections and entries of lists that it cannot are
 * left out. They are not lost by it: see {@link mergePreferences}.
 */
export const readPreferences = (raw: unknown): Preferences =>
  preferences.parse(readable(preferences, isFields(raw) ? raw : {}))

/**
 * The sections to store after a save: those it names replace the stored ones, the others stay. What a newer version has
 * stored within a named section, where this one shows nothing of it, stays as well: a save cannot mean to delete it.
 */
export const mergePreferences = (stored: Fields, saved: Preferences): Fields => ({
  ...stored,
  ...Object.fromEntries(
    Object.entries(saved).map(([name, section]) => {
      const own = Object.entries(preferences.shape).find(([known]) => known === name)?.[1]
      return [name, own ? withUnread(own, stored[name], section) : section]
    }),
  ),
})

/** `GET /api/preferences`. Version 0: nothing has been saved yet. */
export const preferencesAnswer = z.object({
  version: z.int().check(z.gte(0)),
  preferences: z.pipe(z.unknown(), z.transform(readPreferences)),
  /** What was saved could not be read: the server keeps it aside, and these begin anew. Said until something is saved. */
  set_aside: z.optional(z.boolean()),
})
export type PreferencesAnswer = z.infer<typeof preferencesAnswer>

/**
 * Body of `PUT /api/preferences`. Each section it names replaces the saved one, whatever that is by now: the last to
 * write wins. Sections it does not name stay, and so does what a newer version has stored ({@link mergePreferences}).
 */
export const savePreferencesBody = z.strictObject({
  /** The version that the change was made on. */
  base_version: z.int().check(z.gte(0)),
  preferences,
})
export type SavePreferencesBody = z.infer<typeof savePreferencesBody>

/** Answer of `PUT /api/preferences`. */
export const savedPreferences = z.object({
  version: z.int().check(z.gte(1)),
  /** Another tab or computer has saved since `base_version`. */
  changed_elsewhere: z.boolean(),
})
export type SavedPreferences = z.infer<typeof savedPreferences>
