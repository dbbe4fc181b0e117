import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keyOf, ofAccount } from '#/api/keys.ts'
import { agencyQuery, updateAgency } from '#/api/agency.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'
import { changedSettings, settingsOf, type Settings } from './settings.ts'

interface Save {
  readonly sent: Settings
  /** What was there before; null when this is the way back to it. */
  readonly before: Settings | null
}

/** What the service holds after it has accepted a save; null when it could not be asked. */
export type Kept = Settings | null

/**
 * Saves the agency's settings, then reads them again: the API document does not say that what is accepted is kept.
 * @param onKept told what was sent and what the service holds now
 */
export const useSaveSettings = (onKept: (sent: Settings, kept: Kept) => void) => {
  const { principal } = useSignedIn().scope
  const queryClient = useQueryClient()
  const query = agencyQuery(principal)
  const mutationKey = keyOf(ofAccount(principal), 'agency')
  const save = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: async ({ sent }: Save): Promise<Kept> => {
      // A list that was asked for before the change must not arrive after it.
      await queryClient.cancelQueries({ queryKey: query.queryKey })
      const answer = await updateAgency(principal, sent)
      queryClient.setQueryData(query.queryKey, (agencies) =>
        agencies?.map((agency, index) => (index === 0 ? { ...answer, clients: agency.clients } : agency)),
      )
      return queryClient.fetchQuery({ ...query, staleTime: 0 }).then(
        ([agency]) => (agency ? settingsOf(agency) : null),
        () => null,
      )
    },
    onSuccess: (kept, { sent, before }) => {
      // The way back leaves alone what has been typed meanwhile.
      if (before !== null) onKept(sent, kept)
      if (kept !== null && changedSettings(kept, sent).length === 0) {
        const undo = before && { label: m.agency_undo(), onPress: () => takeBack(before, sent) }
        showToast({ text: m.agency_saved(), action: undo ?? undefined })
      } else if (before === null)
        showToast({ tone: 'failed', text: kept ? m.agency_kept_other() : m.agency_kept_unknown() })
    },
    onError: (error, { before }) => {
      if (before !== null) return
      // Nothing was typed that the form could keep, and it may not be on the page any more.
      save.reset()
      showToast({ tone: 'failed', text: m.agency_not_undone({ reason: errorText(error) }) })
    },
  })
  /** Only what that save has changed: others may have been saved since. */
  const takeBack = (before: Settings, sent: Settings) => {
    const [agency] = queryClient.getQueryData(query.queryKey) ?? []
    if (!agency) return
    const names = changedSettings(before, sent)
    const former = Object.fromEntries(names.map((name) => [name, before[name]]))
    save.mutate({ sent: { ...settingsOf(agency), ...former }, before: null })
  }
  return {
    save: (sent: Settings, before: Settings) => {
      // A second press may come before the first has been drawn.
      if (queryClient.isMutating({ mutationKey }) === 0) save.mutate({ sent, before })
    },
    reset: save.reset,
    isPending: save.isPending,
    error: save.error,
    sent: save.variables?.sent,
  }
}
