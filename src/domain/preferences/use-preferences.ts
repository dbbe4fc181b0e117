import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { isApiError } from '#/api/error.ts'
import { keyOf, ofAccount, readKey } from '#/api/keys.ts'
import { preferencesQuery, savePreferences } from '#/api/preferences.ts'
import type { Preferences } from '#/contract/preferences.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

/**
 * Returns sections to replace. Must be absolute ("pinned", not "toggle"): it is also applied optimistically until
 * saved.
 */
export type PreferencesChange = (preferences: Preferences) => Preferences

interface Sent {
  readonly change: PreferencesChange
  readonly onSettled: ((failure: Error | null) => void) | undefined
}

const NOTHING: Preferences = {}

/**
 * Stored preferences across devices; empty while loading or unreadable. Changes are optimistic; a failed save
 * rolls back with a toast, or calls `onSettled` with the error (null: saved).
 */
export const usePreferences = (): {
  readonly preferences: Preferences
  /** Without pending changes, as our server knows them. */
  readonly saved: Preferences
  /** Loaded; no automatic updates follow. */
  readonly isLoaded: boolean
  readonly change: (change: PreferencesChange, onSettled?: (failure: Error | null) => void) => void
} => {
  const { principal } = useSignedIn().scope
  const query = preferencesQuery(principal)
  const queryClient = useQueryClient()
  const { data } = useQuery(query)
  const mutationKey = keyOf(ofAccount(principal), 'preferences')

  const { mutate } = useMutation({
    mutationKey,
    // Serialised: each save builds on the previous version.
    scope: { id: `preferences ${principal}` },
    mutationFn: async ({ change }: Sent) => {
      for (;;) {
        const { version: base_version, preferences: stored } = await queryClient.ensureQueryData(query)
        const sections = change(stored)
        try {
          const { version } = await savePreferences(principal, { base_version, preferences: sections })
          return { version, sections }
        } catch (error) {
          if (!isApiError(error) || error.code !== 'preferences_changed') throw error
          // Another tab saved first: applies the change to its version.
          await queryClient.fetchQuery({ ...query, staleTime: 0 })
        }
      }
    },
    // Retried after signing in again over the page.
    retry: (failures, error) => failures === 0 && isApiError(error, 'session-ended'),
    onSuccess: async ({ version, sections }, { onSettled }) => {
      // A pending read is outdated.
      await queryClient.cancelQueries({ queryKey: query.queryKey })
      queryClient.setQueryData(
        query.queryKey,
        (saved) => saved && { version, preferences: { ...saved.preferences, ...sections } },
      )
      // Our server counts costs.
      if ('spend' in sections)
        void queryClient.invalidateQueries({
          predicate: ({ queryKey }) => readKey(queryKey)?.name === 'figures',
        })
      onSettled?.(null)
    },
    onError: (error, { onSettled }) => {
      if (isApiError(error, 'session-ended', 'principal-changed')) return
      if (onSettled) return onSettled(error)
      showToast({ tone: 'failed', text: m.preferences_not_saved({ reason: errorText(error) }) })
    },
  })

  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as Sent).change,
  })
  const saved = data?.preferences ?? NOTHING
  const preferences = pending.reduce<Preferences>(
    (before, change) => ({ ...before, ...change(before) }),
    saved,
  )
  const change = useCallback(
    (change: PreferencesChange, onSettled?: Sent['onSettled']) => mutate({ change, onSettled }),
    [mutate],
  )
  return { preferences, saved, isLoaded: data !== undefined, change }
}
