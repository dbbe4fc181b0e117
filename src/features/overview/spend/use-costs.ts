import { useMemo } from 'react'
import type { Spent } from '#/contract/preferences.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { costsOf, type Costs } from './costs.ts'

const NOTHING: readonly Spent[] = []

/** What the contacts of the overview have cost this client. */
export const useCosts = (): Costs => {
  const { client } = useSignedIn().scope
  const { preferences } = usePreferences()
  const { search, days, question, loadedAt } = useOverview()
  const saved = preferences.spend ?? NOTHING
  const object = search.object ?? null
  const { from, to } = days
  const { filters, countAs } = question
  const asked = JSON.stringify([filters, countAs])
  const isLoaded = loadedAt !== null
  return useMemo(() => {
    const [filters, countAs] = JSON.parse(asked) as [typeof question.filters, typeof question.countAs]
    return costsOf(
      saved,
      { client, object },
      { from, to },
      countAs ? { filters, countAs } : { filters },
      isLoaded,
    )
  }, [saved, client, object, from, to, asked, isLoaded])
}
