import type { Grouping } from './aggregate.ts'
import type { Dataset, Dimension } from './dataset.ts'

/** Groups by several dimensions at once. */
export interface Combined extends Grouping {
  /** A group's codes of each dimension, in their order. */
  readonly codesOf: (group: number) => readonly number[]
}

/** By every combination of values that some row has: of those that could be there are too many for an array. */
export const byCombination = (data: Dataset, dimensions: readonly Dimension[]): Combined => {
  let codes = new Uint32Array(data.rows)
  let combinations: (readonly number[])[] = [[]]
  for (const dimension of dimensions) {
    const column = data.by[dimension]
    const width = column.values.length
    const groups = new Map<number, number>()
    const longer: (readonly number[])[] = []
    const next = new Uint32Array(data.rows)
    for (let row = 0; row < data.rows; row++) {
      const key = codes[row]! * width + column.codes[row]!
      let group = groups.get(key)
      if (group === undefined) {
        group = longer.length
        groups.set(key, group)
        longer.push([...combinations[codes[row]!]!, column.codes[row]!])
      }
      next[row] = group
    }
    codes = next
    combinations = longer
  }
  return { codes, size: combinations.length, codesOf: (group) => combinations[group]! }
}
