import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import {
  mergePreferences,
  PREFERENCES_MAX_BYTES,
  readPreferences,
  type AliasRule,
  savePreferencesBody,
  type PreferencesAnswer,
  type SavePreferencesBody,
} from '#/contract/preferences.ts'
import { troubleOf } from '#/server/database/database.ts'
import { createRecords } from '#/server/database/records.ts'
import {
  readBody,
  requireSession,
  sendConflict,
  sendJson,
  sendJsonText,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { failure } from '#/server/http/failure.ts'

interface PreferencesTable {
  /** The account's id in sessions, stable across sign-ins. */
  principal: string
  version: number
  sections: string
}
interface UnreadablePreferencesTable extends PreferencesTable {
  at: number
}
export interface PreferencesTables {
  preferences: PreferencesTable
  unreadable_preferences: UnreadablePreferencesTable
}

const BODY_MAX_BYTES = PREFERENCES_MAX_BYTES + 1024

const sectionsByName = z.record(z.string(), z.unknown())

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

  /** Moves a row out of the way; if the write fails, the next reader retries. */
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

  /** `isSetAside`: the stored preferences are unreadable, and nothing was saved since. */
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
    /** Parts stored by newer versions are not sent to older pages. */
    read: async (principal: string): Promise<PreferencesAnswer> => {
      const { version, sections, isSetAside } = await saved(principal)
      return {
        version,
        preferences: readPreferences(sections),
        ...(isSetAside && { set_aside: true }),
      }
    },

    /** What figures depend on: aliases, won statuses and spend, as stored. */
    rules: async (
      principal: string,
    ): Promise<{ won: readonly string[]; countAs: readonly AliasRule[]; spend: unknown }> => {
      const { won_statuses, count_as, spend } = (await saved(principal)).sections
      const chosen = readPreferences({ won_statuses, count_as })
      return { won: chosen.won_statuses ?? [], countAs: chosen.count_as ?? [], spend }
    },

    /**
     * Replaces the named sections; others stay ({@link mergePreferences}).
     * @returns the new version; null: a conflict, nothing was written
     * @throws Failure `request_too_large`
     */
    save: async (
      principal: string,
      { base_version, preferences }: SavePreferencesBody,
    ): Promise<number | null> => {
      const { version, sections } = await saved(principal)
      if (version !== base_version) return null
      const next = JSON.stringify(mergePreferences(sections, preferences))
      if (Buffer.byteLength(next) > PREFERENCES_MAX_BYTES) throw failure('request_too_large')
      return (await records.write({ principal }, version, { sections: next })) ? version + 1 : null
    },
  }
}

export type PreferencesStore = ReturnType<typeof createPreferencesStore>

/** Not masked: it is saved back as a whole, and contains no callers. */
const sendOwn = (c: AppContext, stored: unknown) => sendJsonText(c, JSON.stringify(stored))

export const preferencesRoutes = (store: PreferencesStore) =>
  new Hono<AppEnv>()
    .get('/api/preferences', async (c) => sendOwn(c, await store.read(requireSession(c).principal)))
    .put('/api/preferences', async (c) => {
      const { principal } = requireSession(c)
      const body = await readBody(c, savePreferencesBody, BODY_MAX_BYTES)
      const version = await store.save(principal, body)
      if (version === null) return sendConflict(c, 'preferences_changed', await store.read(principal))
      return sendJson(c, { version })
    })
