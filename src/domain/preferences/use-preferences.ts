import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { isApiError } from '#/api/error.ts'
import { keyOf, ofAccount } from '#/api/keys.ts'
import { preferencesQuery, savePreferences } from '#/api/preferences.ts'
import type { Preferences } from '#/contract/preferences.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

/**
 * The sections to replace, made from those there are. It says what a section is to be, not by what to change it
 * ("pinned", not "the other way round"): until its save is through it is applied for show as well.
 */
export type PreferencesChange = (preferences: Preferences) => Preferences

/** A change on its way, and who says how it went in place of the toast. */
interface Sent {
  readonly change: PreferencesChange
  readonly told: ((failure: Error | null) => void) | undefined
}

const NOTHING: Preferences = {}

/**
 * What the user has arranged and saved, on whichever computer; empty while it loads or when it could not be read. A
 * change shows at once. When it cannot be saved, the state before it returns and a toast says so; a form that keeps what
 * was typed passes `told` instead, called with the failure, or with null once the change is saved.
 */
export const usePreferences = (): {
  readonly preferences: Preferences
  /** The same without changes that are on their way: what our server counts by. */
  readonly saved: Preferences
  /** What the user has is here: nothing more will come by itself. */
  readonly isLoaded: boolean
  readonly change: (change: PreferencesChange, told?: (failure: Error | null) => void) => void
} => {
  const { principal } = useSignedIn().scope
  const query = preferencesQuery(principal)
  const queryClient = useQueryClient()
  const { data } = useQuery(query)
  const mutationKey = keyOf(ofAccount(principal), 'preferences')

  const { mutate } = useMutation({
    mutationKey,
    // One after the other: each is made on the version that the one before has left.
    scope: { id: `preferences ${principal}` },
    mutationFn: async ({ change }: Sent) => {
      // A section is replaced whole, so nothing is saved before what it holds is known.
      const saved = await queryClient.ensureQueryData(query)
      const sections = change(saved.preferences)
      return {
        sections,
        ...(await savePreferences(principal, { base_version: saved.version, preferences: sections })),
      }
    },
    // Made again when the person has signed in over the page: until then the cache waits as it does unseen.
    retry: (failures, error) => failures === 0 && isApiError(error, 'session-ended'),
    onSuccess: async ({ version, sections, changed_elsewhere }, { told }) => {
      // An answer that is on its way is from before.
      await queryClient.cancelQueries({ queryKey: query.queryKey })
      queryClient.setQueryData(
        query.queryKey,
        (saved) => saved && { version, preferences: { ...saved.preferences, ...sections } },
      )
      told?.(null)
      if (!changed_elsewhere) return
      showToast({ text: m.preferences_changed_elsewhere() })
      await queryClient.invalidateQueries({ queryKey: query.queryKey })
    },
    onError: (error, { told }) => {
      // The page is on its way out already.
      if (isApiError(error, 'session-ended', 'principal-changed')) return
      if (told) return told(error)
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
    (change: PreferencesChange, told?: Sent['told']) => mutate({ change, told }),
    [mutate],
  )
  return { preferences, saved, isLoaded: data !== undefined, change }
}
