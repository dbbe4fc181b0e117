import { RENAMED, aliasesOf } from '#/analytics/aliases.ts'
import type { AliasRule } from '#/contract/preferences.ts'
import type { Dataset } from './dataset.ts'
import { codesFor, createDictionary, type CodedColumn } from './dictionary.ts'

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
    const names = aliasesOf(rules, name)
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
