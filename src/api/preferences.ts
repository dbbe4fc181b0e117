import { queryOptions } from '@tanstack/react-query'
import {
  PREFERENCES_PATH,
  preferencesAnswer,
  savedPreferences,
  type PreferencesAnswer,
  type SavedPreferences,
  type SavePreferencesBody,
} from '#/contract/preferences.ts'
import { parse, send } from './client.ts'
import { keyOf, ofAccount } from './keys.ts'

/** `GET /api/preferences`, loaded once: they must not change under the pointer. */
export const preferencesQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'preferences'),
    queryFn: async ({ signal }): Promise<PreferencesAnswer> =>
      parse(preferencesAnswer, await send('GET', PREFERENCES_PATH, { scope: ofAccount(principal), signal })),
    staleTime: Infinity,
  })

/**
 * `PUT /api/preferences`: replaces named sections only.
 * @throws ApiError `preferences_changed` (409) where another version is stored
 */
export const savePreferences = async (
  principal: string,
  body: SavePreferencesBody,
): Promise<SavedPreferences> =>
  parse(savedPreferences, await send('PUT', PREFERENCES_PATH, { scope: ofAccount(principal), body }))
