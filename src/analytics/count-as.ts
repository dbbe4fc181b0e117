import type { Dataset } from './dataset.ts'
import { createDictionary, type Column } from './dictionary.ts'

/** Dimensions whose values people type, and may want to count as others. */
export type Renamed = 'source' | 'campaign'

/** "Count `raw` as `as`": a person's own rule, which can be taken back. */
export interface CountAs {
  readonly by: Renamed
  readonly raw: string
  readonly as: string
}

const renamed = (column: Column, rules: ReadonlyMap<string, string>, rows: number): Column => {
  const dictionary = createDictionary()
  const codes = new Uint32Array(
    column.values.map((value) => dictionary.code(value === null ? null : (rules.get(value) ?? value))),
  )
  const mapped = new Uint32Array(rows)
  for (let row = 0; row < rows; row++) mapped[row] = codes[column.codes[row]!]!
  return { ...dictionary, codes: mapped }
}

/**
 * The same contacts with values counted as others. The raw columns stay in the dataset given; a rule is followed once, so
 * that two rules that point at each other swap and never circle.
 */
export const countAs = (data: Dataset, rules: readonly CountAs[]): Dataset => {
  const by = { ...data.by }
  for (const name of ['source', 'campaign'] as const) {
    const own = new Map(rules.filter((rule) => rule.by === name).map(({ raw, as }) => [raw, as]))
    if (own.size > 0) by[name] = renamed(data.by[name], own, data.rows)
  }
  return { ...data, by }
}
