import { useMemo } from 'react'
import { type AliasRule, SPENT_NAME_MAX } from '#/contract/preferences.ts'
import type { ReportTable } from '#/contract/figures/answers.ts'
import { useOverview, useSettledAnswer } from '#/features/overview/data/use-overview.ts'

export interface KnownName {
  readonly name: string
  readonly contacts: number
}

/** Names with contacts, most first; too long ones can't be stored and are skipped. */
const namesOf = (table: ReportTable | undefined): KnownName[] | null =>
  table === undefined
    ? null
    : table.rows.flatMap(({ value, contacts }) =>
        value === null || value.length > SPENT_NAME_MAX ? [] : [{ name: value, contacts }],
      )

const everything = (dimension: 'source' | 'campaign', source?: string) =>
  ({
    dimension,
    filters: source === undefined ? [] : [{ by: 'source' as const, values: [source] }],
    won: [],
    limit: null,
  }) as const

/** Sources and campaigns of the period without filters; null: loading. */
export const useKnown = () => {
  const { countAs = [] } = useOverview('countAs')
  const { data: sourceTable } = useSettledAnswer('table', 'spend sources', everything('source'))
  const { data: campaignTable } = useSettledAnswer('table', 'spend campaigns', everything('campaign'))
  const rules = JSON.stringify(countAs)
  return useMemo(() => {
    const countAs = JSON.parse(rules) as AliasRule[]
    const sources = namesOf(sourceTable)
    const campaigns = namesOf(campaignTable)
    const has = (by: AliasRule['by'], known: readonly KnownName[] | null) => {
      const names = new Set(known?.map(({ name }) => name))
      const rules = new Map(countAs.filter((rule) => rule.by === by).map(({ raw, as }) => [raw, as]))
      return (name: string) => known === null || names.has(rules.get(name) ?? name)
    }
    return {
      sources,
      campaigns,
      names: {
        source: (sources ?? []).map(({ name }) => name),
        campaign: (campaigns ?? []).map(({ name }) => name),
      },
      hasSource: has('source', sources),
      hasCampaign: has('campaign', campaigns),
    }
  }, [sourceTable, campaignTable, rules])
}
export type Known = ReturnType<typeof useKnown>

export const useCampaigns = (source: string, enabled: boolean): KnownName[] | null => {
  const { data } = useSettledAnswer(
    'table',
    ['spend campaigns', source],
    enabled ? everything('campaign', source) : null,
  )
  return namesOf(data)
}
