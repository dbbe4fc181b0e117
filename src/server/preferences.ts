import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import {
  mergePreferences,
  PREFERENCES_MAX_BYTES,
  readPreferences,
  type CountAsRule,
  savePreferencesBody,
  type PreferencesAnswer,
  type SavedPreferences,
  type SavePreferencesBody,
} from '#/contract/preferences.ts'
import { troubleOf } from './database/database.ts'
import { createRecords } from './database/records.ts'
import {
  onlyMethods,
  readBody,
  requireSession,
  sendJsonText,
  type AppContext,
  type AppEnv,
} from './http/exchange.ts'
import { failure } from './http/failure.ts'

interface PreferencesTable {
  /** The account, as sessions name it: the same at every sign-in and on every computer. */
  principal: string
  /** Counts the saves, from 1. */
  version: number
  /** Sections by name, as JSON. */
  sections: string
}
/** Rows that could not be read, kept for whoever can still make something of them. */
interface UnreadablePreferencesTable extends PreferencesTable {
  /** Milliseconds since 1970. */
  at: number
}
export interface PreferencesTables {
  preferences: PreferencesTable
  unreadable_preferences: UnreadablePreferencesTable
}

/** The preferences and the version beside them. */
const BODY_MAX_BYTES = PREFERENCES_MAX_BYTES + 1024

const sectionsByName = z.record(z.string(), z.unknown())

/** Null: no JSON, or not of this shape. */
const readSections = (text: string): Record<string, unknown> | null => {
  try {
    return sectionsByName.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Preferences in the server's database, one row per account. */
export const createPreferencesStore = (database: Kysely<PreferencesTables>, now: () => number = Date.now) => {
  const records = createRecords(database, 'preferences')

  /** Out of the way of new ones. Where that cannot be written now, the next reader does it. */
  const setAside = async (row: PreferencesTable) => {
    try {
      await database.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('preferences')
          .where('principal', '=', row.principal)
          .where('version', '=', row.version)
          .executeTakeFirst()
        if (numDeletedRows > 0n)
          await transaction
            .insertInto('unreadable_preferences')
            .values({ ...row, at: now() })
            .execute()
      })
    } catch (error) {
      if (troubleOf(error) === null) throw error
    }
  }

  /** `isSetAside`: what was there cannot be read, and nothing has been saved since. */
  const saved = async (principal: string) => {
    const row = await records.find({ principal })
    const sections = row ? readSections(row.sections) : {}
    if (row && sections) return { version: row.version, sections, isSetAside: false }
    if (row) await setAside(row)
    const unreadable = await database
      .selectFrom('unreadable_preferences')
      .select('at')
      .where('principal', '=', principal)
      .limit(1)
      .executeTakeFirst()
    return { version: 0, sections: {}, isSetAside: row !== undefined || unreadable !== undefined }
  }

  return {
    /** What a newer version has stored, left by an older server in its place, is not shown to a page that is older too. */
    read: async (principal: string): Promise<PreferencesAnswer> => {
      const { version, sections, isSetAside } = await saved(principal)
      return {
        version,
        preferences: readPreferences(sections),
        ...(isSetAside && { set_aside: true }),
      }
    },

    /** What figures go by: which names count as others, which statuses as won, and what was spent as it is stored. */
    rules: async (
      principal: string,
    ): Promise<{ won: readonly string[]; countAs: readonly CountAsRule[]; spend: unknown }> => {
      const { won_statuses, count_as, spend } = (await saved(principal)).sections
      const chosen = readPreferences({ won_statuses, count_as })
      return { won: chosen.won_statuses ?? [], countAs: chosen.count_as ?? [], spend }
    },

    /** The sections that are named win; the others stay, as {@link mergePreferences} says. @throws Failure `request_too_large` */
    save: async (
      principal: string,
      { base_version, preferences }: SavePreferencesBody,
    ): Promise<SavedPreferences> => {
      for (;;) {
        const { version, sections } = await saved(principal)
        const next = JSON.stringify(mergePreferences(sections, preferences))
        if (Buffer.byteLength(next) > PREFERENCES_MAX_BYTES) throw failure('request_too_large')
        if (await records.write({ principal }, version, { sections: next }))
          return { version: version + 1, changed_elsewhere: version !== base_version }
      }
    },
  }
}

export type PreferencesStore = ReturnType<typeof createPreferencesStore>

/** Never masked: it comes back as a whole to be saved, and no caller is in it. */
const sendOwn = (c: AppContext, kept: unknown) => sendJsonText(c, JSON.stringify(kept))

/** `/api/preferences`: what the user has arranged and saved, for the account that is signed in. */
export const preferencesRoutes = (store: PreferencesStore) =>
  new Hono<AppEnv>()
    .get('/api/preferences', async (c) => sendOwn(c, await store.read(requireSession(c).principal)))
    .put('/api/preferences', async (c) => {
      const { principal } = requireSession(c)
      const body = await readBody(c, savePreferencesBody, BODY_MAX_BYTES)
      return sendOwn(c, await store.save(principal, body))
    })
    .all('/api/preferences', onlyMethods('GET, PUT'))
