import type { CountAsRule } from '#/contract/preferences.ts'
import type { Dataset } from './dataset.ts'
import { codesFor, createDictionary, type CodedColumn } from './dictionary.ts'
import type { Filter } from './select.ts'

/** What every question may say. */
export interface Counted {
  readonly filters: readonly Filter[]
  /** Names that count as others; absent: none do. */
  readonly countAs?: readonly CountAsRule[]
}

/** Dimensions whose values people type, and may want to count as others. */
export const RENAMED = ['source', 'campaign'] as const satisfies readonly CountAsRule['by'][]
export type Renamed = (typeof RENAMED)[number]

/** What the rules make of one dimension's values, by the raw one. */
const namesOf = (rules: readonly CountAsRule[], by: Renamed): ReadonlyMap<string, string> =>
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
 * The same contacts with values counted as others. The raw columns stay in the dataset given; a rule is followed once, so
 * that two rules that point at each other swap and never circle.
 */
export const countAs = (data: Dataset, rules: readonly CountAsRule[]): Dataset => {
  const by = { ...data.by }
  for (const name of RENAMED) {
    const names = namesOf(rules, name)
    if (names.size > 0) by[name] = renamed(data.by[name], names, data.rows)
  }
  return { ...data, by }
}

/** {@link countAs} that does its work once for the same rules and the same rows, however many questions follow. */
export const createCounting = () => {
  const last = new WeakMap<Dataset, { readonly key: string; readonly counted: Dataset }>()
  /** @param version another number: there are other rows than before */
  return (data: Dataset, rules: readonly CountAsRule[], version: number): Dataset => {
    if (rules.length === 0) return data
    const key = JSON.stringify([version, data.rows, rules])
    const known = last.get(data)
    if (known?.key === key) return known.counted
    const counted = countAs(data, rules)
    last.set(data, { key, counted })
    return counted
  }
}

/** Filters over what is counted: an address that still has a raw name means what that name counts as. */
export const countFilters = (filters: readonly Filter[], rules: readonly CountAsRule[]): readonly Filter[] =>
  rules.length === 0
    ? filters
    : filters.map((filter) => {
        if (filter.by !== 'source' && filter.by !== 'campaign') return filter
        const names = namesOf(rules, filter.by)
        const values = filter.values.map((value) => (value === null ? null : (names.get(value) ?? value)))
        return { ...filter, values }
      })

/**
 * The same filters over contacts as the service names them: a name that others count as stands for all of these.
 * @param filters as {@link countFilters} takes them
 */
export const rawFilters = (filters: readonly Filter[], rules: readonly CountAsRule[]): readonly Filter[] =>
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
 * The rules with `raw` names counted as another. Since a rule is followed once, those that pointed at one of them point at
 * the new name now, and a name that is counted as another itself stands for that one.
 */
export const withRules = (
  rules: readonly CountAsRule[],
  by: Renamed,
  raw: readonly string[],
  as: string,
): CountAsRule[] => {
  const into = raw.includes(as) ? as : (namesOf(rules, by).get(as) ?? as)
  const changed = new Set(raw)
  return [
    ...rules
      .filter((rule) => rule.by !== by || !changed.has(rule.raw))
      .map((rule) => (rule.by === by && changed.has(rule.as) ? { ...rule, as: into } : rule)),
    ...raw.map((one) => ({ by, raw: one, as: into })),
  ].filter((rule) => rule.raw !== rule.as)
}
