import type { DifferenceKind, DifferenceMap } from '#/contract/check/check-answer.ts'

/*
 * JSON as lines in flat arrays: five megabytes are about 200,000 lines, and collapsed nodes are skipped by their
 * end.
 */

export const LACKING = Symbol('lacking')

export interface JsonTree {
  readonly values: readonly unknown[]
  /** Null: the root. */
  readonly keys: readonly (string | number | null)[]
  readonly depths: readonly number[]
  readonly parents: readonly number[]
  /** Index after its last descendant. */
  readonly ends: readonly number[]
  /** Line number, from 1. */
  readonly lines: readonly number[]
  /** Line of its closing bracket, or its own. */
  readonly endLines: readonly number[]
  readonly lineCount: number
}

export const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null

export const sizeOf = (value: object): number =>
  Array.isArray(value) ? value.length : Object.keys(value).length

export const jsonTreeOf = (root: unknown, differenceMap: DifferenceMap = new Map()): JsonTree => {
  const values: unknown[] = []
  const keys: (string | number | null)[] = []
  const depths: number[] = []
  const parents: number[] = []
  const ends: number[] = []
  const lines: number[] = []
  const endLines: number[] = []
  let line = 1
  const add = (value: unknown, key: string | number | null, depth: number, parent: number) => {
    const node = values.length
    values.push(value)
    keys.push(key)
    depths.push(depth)
    parents.push(parent)
    lines.push(line)
    endLines.push(line)
    ends.push(node + 1)
    if (value === LACKING) return
    line += 1
    if (!isHolder(value)) return
    const before = line
    if (Array.isArray(value)) for (const [index, one] of value.entries()) add(one, index, depth + 1, node)
    else {
      for (const [name, one] of Object.entries(value)) add(one, name, depth + 1, node)
      for (const [name, kind] of differenceMap.get(value) ?? [])
        if (kind === 'missing') add(LACKING, name, depth + 1, node)
    }
    // Empty ones have no closing bracket.
    if (line > before) {
      endLines[node] = line
      line += 1
    }
    ends[node] = values.length
  }
  add(root, null, 0, -1)
  return { values, keys, depths, parents, ends, lines, endLines, lineCount: line - 1 }
}

export type Closed = ReadonlySet<number>

const isFoldable = ({ ends }: JsonTree, node: number) => ends[node]! > node + 1

/** Initially collapsed: all but the first record of lists, and deep nodes. */
export const closedAtFirst = (tree: JsonTree): Closed => {
  const closed = new Set<number>()
  for (let node = 1; node < tree.values.length; node += 1) {
    const key = tree.keys[node]
    if (isFoldable(tree, node) && ((typeof key === 'number' && key > 0) || tree.depths[node]! >= 3))
      closed.add(node)
  }
  return closed
}

export const allClosed = (tree: JsonTree): Closed => {
  const closed = new Set<number>()
  for (let node = 1; node < tree.values.length; node += 1) if (isFoldable(tree, node)) closed.add(node)
  return closed
}

/** A node, or `-1 - node` for its closing bracket. */
export type Line = number
export const isEnd = (line: Line): boolean => line < 0
export const nodeOf = (line: Line): number => (line < 0 ? -1 - line : line)

export const linesOf = (tree: JsonTree, closed: Closed): readonly Line[] => {
  const shown: Line[] = []
  const around: number[] = []
  let node = 0
  while (node < tree.values.length) {
    while (around.length > 0 && tree.ends[around.at(-1)!]! <= node) shown.push(-1 - around.pop()!)
    shown.push(node)
    if (!isFoldable(tree, node)) node += 1
    else if (closed.has(node)) node = tree.ends[node]!
    else {
      around.push(node)
      node += 1
    }
  }
  while (around.length > 0) shown.push(-1 - around.pop()!)
  return shown
}

export const opened = (tree: JsonTree, closed: Closed, node: number): Closed => {
  let left = closed
  for (let one = tree.parents[node]!; one >= 0; one = tree.parents[one]!)
    if (left.has(one)) {
      const next = new Set(left)
      next.delete(one)
      left = next
    }
  return left
}

export const found = (tree: JsonTree, query: string): readonly number[] => {
  const text = query.trim().toLowerCase()
  if (text === '') return []
  const nodes: number[] = []
  for (let node = 0; node < tree.values.length; node += 1) {
    const key = tree.keys[node]
    const value = tree.values[node]
    if (
      (typeof key === 'string' && key.toLowerCase().includes(text)) ||
      (!isHolder(value) && value !== LACKING && String(value).toLowerCase().includes(text))
    )
      nodes.push(node)
  }
  return nodes
}

/** `calls[0].status`; `$` is the root. */
export const pathTo = (tree: JsonTree, node: number): string => {
  const way: string[] = []
  for (let one = node; one > 0; one = tree.parents[one]!) {
    const key = tree.keys[one]!
    way.unshift(
      typeof key === 'number' ? `[${key}]` : /^[\w-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`,
    )
  }
  return way.join('').replace(/^\./, '') || '$'
}

/** Undefined: not found. */
export const nodeAt = (tree: JsonTree, path: string): number | undefined => {
  let node = 0
  for (const [, name, index] of path === '$' ? [] : path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    const key = index === undefined ? name : Number(index)
    let child = node + 1
    while (child < tree.ends[node]! && tree.keys[child] !== key) child = tree.ends[child]!
    if (child >= tree.ends[node]!) return undefined
    node = child
  }
  return node
}

export const markOf = (
  tree: JsonTree,
  differenceMap: DifferenceMap,
  node: number,
): DifferenceKind | undefined => {
  const holder = tree.values[tree.parents[node]!]
  return isHolder(holder) ? differenceMap.get(holder)?.get(tree.keys[node]!) : undefined
}
