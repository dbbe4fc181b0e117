import type { AliasRule } from '#/contract/preferences.ts'
import type { Filter } from '#/contract/figures/questions.ts'

/** Dimensions whose values are typed by people, and can have aliases. */
export const RENAMED = ['source', 'campaign'] as const satisfies readonly AliasRule['by'][]
export type Renamed = (typeof RENAMED)[number]

export const aliasesOf = (rules: readonly AliasRule[], by: Renamed): ReadonlyMap<string, string> =>
  new Map(rules.filter((rule) => rule.by === by).map(({ raw, as }) => [raw, as]))

/** Filters over aliased values: a raw name in an address means its alias. */
export const countFilters = (filters: readonly Filter[], rules: readonly AliasRule[]): readonly Filter[] =>
  rules.length === 0
    ? filters
    : filters.map((filter) => {
        if (filter.by !== 'source' && filter.by !== 'campaign') return filter
        const names = aliasesOf(rules, filter.by)
        const values = filter.values.map((value) => (value === null ? null : (names.get(value) ?? value)))
        return { ...filter, values }
      })

/**
 * Filters over raw values: an aliased name expands to all its raw ones.
 * @param filters as {@link countFilters} takes them
 */
export const rawFilters = (filters: readonly Filter[], rules: readonly AliasRule[]): readonly Filter[] =>
  countFilters(filters, rules).map((filter) => {
    if (filter.by !== 'source' && filter.by !== 'campaign') return filter
    const own = rules.filter((rule) => rule.by === filter.by)
    const values = filter.values.flatMap((value) => {
      const raw = own.filter((rule) => rule.as === value).map((rule) => rule.raw)
      return own.some((rule) => rule.raw === value) ? raw : [value, ...raw]
    })
    return { ...filter, values }
  })

/**
 * The rules with `raw` names aliased. Since a rule is followed once, rules that pointed at one of them are
 * redirected, and an aliased target is resolved.
 */
export const withRules = (
  rules: readonly AliasRule[],
  by: Renamed,
  raw: readonly string[],
  as: string,
): AliasRule[] => {
  const into = raw.includes(as) ? as : (aliasesOf(rules, by).get(as) ?? as)
  const changed = new Set(raw)
  return [
    ...rules
      .filter((rule) => rule.by !== by || !changed.has(rule.raw))
      .map((rule) => (rule.by === by && changed.has(rule.as) ? { ...rule, as: into } : rule)),
    ...raw.map((one) => ({ by, raw: one, as: into })),
  ].filter((rule) => rule.raw !== rule.as)
}
