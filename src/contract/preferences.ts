import { listFilterSchemas } from './archive/filters.ts'
import * as z from 'zod/mini'

/*
 * A user's settings and saved items, stored by our own server. The schema is exact: unknown sections and
 * fields are refused, so that a caller's number cannot be stored by mistake.
 */

/** An account's preferences as JSON, in bytes of UTF-8. */
export const PREFERENCES_MAX_BYTES = 256 * 1024
export const SAVED_VIEWS_MAX = 200
export const VIEW_NAME_MAX = 100

const id = z.string().check(z.minLength(1), z.maxLength(128))
const name = z.string().check(z.minLength(1), z.maxLength(VIEW_NAME_MAX))
const column = z.string().check(z.regex(/^[a-z][a-z_]{0,39}$/))

const { from_filter: _caller, ...viewFilters } = listFilterSchemas

/** Periods relative to the day they are viewed. */
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

/** A journal's filters and order. Never the caller, which is personal data. */
const savedView = z.strictObject({
  id,
  name,
  filters: z.partial(z.strictObject(viewFilters)),
  /** Present: the period is relative, and the days in `filters` are those of its saving. */
  rolling: z.optional(z.enum(PERIOD_PRESETS)),
  columns: z.optional(z.array(column).check(z.maxLength(40))),
})

const panels = z.array(z.string().check(z.regex(/^[a-z][a-z-]{0,39}$/))).check(z.maxLength(40))

const rowOrder = z.strictObject({ column, direction: z.enum(['ascending', 'descending']) })

const tableLayout = z.strictObject({
  shown: z.optional(z.array(column).check(z.maxLength(40))),
  widths: z.optional(z.record(column, z.int().check(z.gte(24), z.lte(2000)))),
  order: z.optional(rowOrder),
})

/** Limits over all clients: sources and campaigns with spend, months of each, and characters of names. */
export const SPEND_ROWS_MAX = 2000
export const SPEND_MONTHS_MAX = 120
export const SPEND_SPANS_MAX = 31
export const SPENT_NAME_MAX = 256
/** Above any real amount, and exact to the hundredth. */
export const SPENT_MAX = 1e12
const spentName = z.string().check(z.minLength(1), z.maxLength(SPENT_NAME_MAX))
const month = z.string().check(z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/))
/** Without a currency: the API has none. */
const spentAmount = z.number().check(z.gte(0), z.lte(SPENT_MAX))
const dayOfMonth = z.int().check(z.gte(1), z.lte(31))
const spentDays = z
  .strictObject({ amount: spentAmount, first: dayOfMonth, last: dayOfMonth })
  .check(z.refine(({ first, last }) => first <= last))

/** Spend for a source or campaign by month. A row holds its months, so that years of them fit. */
const spent = z.strictObject({
  /** The agency's client; null: the account itself. Never mixed with another client. */
  client: z.nullable(id),
  object: z.nullable(id),
  source: spentName,
  campaign: z.nullable(spentName),
  /** An amount of the whole month, of some of its days (inclusive), or several of these, each spread over its days. */
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

export const ALIASES_MAX = 500
export const COUNTED_NAME_MAX = 256
const countedName = z.string().check(z.minLength(1), z.maxLength(COUNTED_NAME_MAX))

/** "Count `raw` as `as`." */
const aliasRule = z.strictObject({ by: z.enum(['source', 'campaign']), raw: countedName, as: countedName })

const ids = z.array(id).check(z.maxLength(1000))

export const SEEN_ISSUES_MAX = 500
const seenIssue = z.strictObject({
  client: id,
  key: z.string().check(z.minLength(1), z.maxLength(512)),
  level: z.int(),
})

/** Below `/api`. */
export const PREFERENCES_PATH = '/preferences'

export const preferences = z.strictObject({
  saved_views: z.optional(z.array(savedView).check(z.maxLength(SAVED_VIEWS_MAX))),
  columns: z.optional(
    z.strictObject({
      contacts: z.optional(tableLayout),
      objects: z.optional(tableLayout),
      clients: z.optional(tableLayout),
      sources: z.optional(tableLayout),
    }),
  ),
  /** Hidden panels, and the order of the others; new ones keep their default place. */
  overview: z.optional(z.strictObject({ hidden: z.optional(panels), order: z.optional(panels) })),
  pins: z.optional(z.strictObject({ clients: z.optional(ids), objects: z.optional(ids) })),
  /** Issues of clients hidden until they get worse, named and graded as in `client-issues.ts`. */
  seen_issues: z.optional(z.array(seenIssue).check(z.maxLength(SEEN_ISSUES_MAX))),
  /** Names of CRM statuses that mean a won deal: the API has no such flag (G28). */
  won_statuses: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(256))).check(z.maxLength(500)),
  ),
  spend: z.optional(z.array(spent).check(z.maxLength(SPEND_ROWS_MAX))),
  /** Aliases of sources and campaigns; the raw values stay. */
  count_as: z.optional(z.array(aliasRule).check(z.maxLength(ALIASES_MAX))),
})
export type Spent = z.infer<typeof spent>
export type AliasRule = z.infer<typeof aliasRule>
export type SavedView = z.infer<typeof savedView>
export type Preferences = z.infer<typeof preferences>

type Schema = z.core.$ZodType
type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isReadable = (schema: Schema, value: unknown) => z.safeParse(schema, value).success
/** The fields or entries of a schema; undefined for a schema that is read as a whole. */
const partsOf = (
  schema: Schema,
): { fields: Readonly<Record<string, Schema>> } | { entry: Schema } | undefined => {
  if (schema instanceof z.ZodMiniOptional) return partsOf(schema.def.innerType)
  if (schema instanceof z.ZodMiniObject) return { fields: schema.shape }
  return schema instanceof z.ZodMiniArray ? { entry: schema.def.element } : undefined
}

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

/** `next` with the parts of `stored` that this version cannot read: the counterpart of {@link readable}. */
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

/** What this version can read of saved preferences; the rest is kept in storage: see {@link mergePreferences}. */
export const readPreferences = (raw: unknown): Preferences =>
  preferences.parse(readable(preferences, isFields(raw) ? raw : {}))

/**
 * The preferences to store: named sections are replaced, others stay, and so does what a newer version has
 * stored within a named section.
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

/** `GET /api/preferences`. Version 0: nothing saved yet. */
export const preferencesAnswer = z.object({
  version: z.int().check(z.gte(0)),
  preferences: z.pipe(z.unknown(), z.transform(readPreferences)),
  /** The stored preferences were unreadable and have been set aside; reported until the next save. */
  set_aside: z.optional(z.boolean()),
})
export type PreferencesAnswer = z.infer<typeof preferencesAnswer>

/**
 * Body of `PUT /api/preferences`. Replaces the named sections; other sections, and what newer versions stored, stay
 * ({@link mergePreferences}). 409 `preferences_changed` where another version than `base_version` is stored.
 */
export const savePreferencesBody = z.strictObject({
  base_version: z.int().check(z.gte(0)),
  preferences,
})
export type SavePreferencesBody = z.infer<typeof savePreferencesBody>

export const savedPreferences = z.object({ version: z.int().check(z.gte(1)) })
export type SavedPreferences = z.infer<typeof savedPreferences>
