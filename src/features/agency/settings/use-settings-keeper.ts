import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keyOf, ofAccount } from '#/api/keys.ts'
import { agencyQuery, updateAgency } from '#/api/agency.ts'
import type { AgencyRead } from '#/contract/agency.ts'
import type { Keeper } from '#/domain/saving/save-and-check.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { changedSettings, settingsOf, type Settings } from './settings.ts'

/** The requests of the form, and what they do to the cached agency that everything else on the page reads. */
export const useSettingsKeeper = () => {
  const { principal } = useSignedIn().scope
  const queryClient = useQueryClient()
  const query = agencyQuery(principal)
  const { mutateAsync: send } = useMutation({
    // One after the other, be it from this form or from one that was left.
    scope: { id: keyOf(ofAccount(principal), 'agency').join(' ') },
    mutationFn: async (settings: Settings) => {
      // A list that was asked for before the change must not arrive after it.
      await queryClient.cancelQueries({ queryKey: query.queryKey })
      const answer = await updateAgency(principal, settings)
      queryClient.setQueryData(query.queryKey, (agencies) =>
        agencies?.map((agency, index) => (index === 0 ? { ...answer, clients: agency.clients } : agency)),
      )
    },
  })
  const keeper: Keeper<readonly AgencyRead[], Settings> = {
    read: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    valueOf: ([agency]) => (agency ? settingsOf(agency) : null),
    isSame: (a, b) => changedSettings(a, b).length === 0,
    sending: (settings) => () => send(settings),
    // All four are always sent, and what another has changed meanwhile is not among the edits.
    readsFirst: false,
  }
  return {
    keeper,
    /** What the service holds, as far as it is known at this moment. */
    known: (): Settings | null => {
      const [agency] = queryClient.getQueryData(query.queryKey) ?? []
      return agency ? settingsOf(agency) : null
    },
  }
}
