import { useMemo } from 'react'
import type { Spent } from '#/contract/preferences.ts'
import { useAddress, useLoading, useQuestion } from '#/features/overview/data/use-overview.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { costsOf, type Costs } from './costs.ts'

const NOTHING: readonly Spent[] = []

/** What the contacts of the overview have cost this client. */
export const useCosts = (): Costs => {
  const { client } = useSignedIn().scope
  const { preferences } = usePreferences()
  const { days, filters, countAs } = useQuestion('days', 'filters', 'countAs')
  const { object = null } = useAddress('object')
  const { loadedAt } = useLoading('loadedAt')
  const saved = preferences.spend ?? NOTHING
  const isLoaded = loadedAt !== null
  return useMemo(
    () => costsOf(saved, { client, object }, days, countAs ? { filters, countAs } : { filters }, isLoaded),
    [saved, client, object, days, filters, countAs, isLoaded],
  )
}
