import type { AliasRule } from '#/contract/preferences.ts'
import type { Dataset } from './dataset.ts'
import { codesFor, createDictionary, type CodedColumn } from './dictionary.ts'
import type { Filter } from './select.ts'

export interface Counted {
  readonly filters: readonly Filter[]
  readonly countAs?: readonly AliasRule[]
}

/** Dimensions whose values are typed by people, and can have aliases. */
export const RENAMED = ['source', 'campaign'] as const satisfies readonly AliasRule['by'][]
export type Renamed = (typeof RENAMED)[number]

const namesOf = (rules: readonly AliasRule[], by: Renamed): ReadonlyMap<string, string> =>
  new Map(rules.filter((rule) => rule.by === by).map(({ raw, as }) => [raw, as]))

const renamed = (column: CodedColumn, names: ReadonlyMap<string, string>, rows: number): CodedColumn => {
  const dictionary = createDictionary()
  const codes = new Uint32Array(
    column.values.map((value) => dictionary.code(value === null ? null : (names.get(value) ?? value))),
  )
  const mapped = codesFor(dictionary.values.length, rows)
  for (let row = 0; row < rows; row++) mapped[row] = codes[column.codes[row]!]!
  return { ...dictionary, codes: mapped }
}

/**
 * Contacts with aliased values; the dataset keeps raw columns. A rule is followed once, so that mutual rules
 * swap and never loop.
 */
export const countAs = (data: Dataset, rules: readonly AliasRule[]): Dataset => {
  const by = { ...data.by }
  for (const name of RENAMED) {
    const names = namesOf(rules, name)
    if (names.size > 0) by[name] = renamed(data.by[name], names, data.rows)
  }
  return { ...data, by }
}

/** {@link countAs}, cached by rules and rows. */
export const createCounting = () => {
  const last = new WeakMap<Dataset, { readonly key: string; readonly counted: Dataset }>()
  /** @param version changes with the rows */
  return (data: Dataset, rules: readonly AliasRule[], version: number): Dataset => {
    if (rules.length === 0) return data
    const key = JSON.stringify([version, data.rows, rules])
    const known = last.get(data)
    if (known?.key === key) return known.counted
    const counted = countAs(data, rules)
    last.set(data, { key, counted })
    return counted
  }
}

/** Filters over aliased values: a raw name in an address means its alias. */
export const countFilters = (filters: readonly Filter[], rules: readonly AliasRule[]): readonly Filter[] =>
  rules.length === 0
    ? filters
    : filters.map((filter) => {
        if (filter.by !== 'source' && filter.by !== 'campaign') return filter
        const names = namesOf(rules, filter.by)
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
  const into = raw.includes(as) ? as : (namesOf(rules, by).get(as) ?? as)
  const changed = new Set(raw)
  return [
    ...rules
      .filter((rule) => rule.by !== by || !changed.has(rule.raw))
      .map((rule) => (rule.by === by && changed.has(rule.as) ? { ...rule, as: into } : rule)),
    ...raw.map((one) => ({ by, raw: one, as: into })),
  ].filter((rule) => rule.raw !== rule.as)
}
