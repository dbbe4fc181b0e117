import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allClosed,
  closedAtFirst,
  found,
  isEnd,
  isHolder,
  LACKING,
  linesOf,
  markOf,
  nodeAt,
  nodeOf,
  opened,
  pathTo,
  sizeOf,
  jsonTreeOf,
} from './json-tree.ts'

const NOTHING: ReadonlySet<number> = new Set()

const drawn = (value: unknown): string => {
  const tree = jsonTreeOf(value)
  const lines = linesOf(tree, NOTHING)
  return lines
    .map((line, index) => {
      const node = nodeOf(line)
      const one = tree.values[node]
      const pad = '  '.repeat(tree.depths[node]!)
      const next = lines[index + 1]
      const isLast = next === undefined || tree.depths[nodeOf(next)]! < tree.depths[node]! || isEnd(next)
      const opens = isHolder(one) && sizeOf(one) > 0 && !isEnd(line)
      const comma = opens || isLast ? '' : ','
      const key = tree.keys[node]
      const name = typeof key === 'string' && !isEnd(line) ? `${JSON.stringify(key)}: ` : ''
      const [open, close] = Array.isArray(one) ? '[]' : '{}'
      const text = !isHolder(one)
        ? JSON.stringify(one)
        : isEnd(line)
          ? close
          : opens
            ? open
            : `${open}${close}`
      return `${pad}${name}${text}${comma}`
    })
    .join('\n')
}

test('the lines are those of the formatted text, and so are their numbers', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      // Integer-like keys come first, as in JSON.stringify.
      const text = JSON.stringify(value, null, 2)
      expect(drawn(JSON.parse(text))).toBe(text)
      const tree = jsonTreeOf(JSON.parse(text))
      expect(tree.lineCount).toBe(text.split('\n').length)
      const numbers = linesOf(tree, NOTHING).map(
        (line) => (isEnd(line) ? tree.endLines : tree.lines)[nodeOf(line)],
      )
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    }),
  )
})

test('every node is found at its path, and a search opens what holds it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const tree = jsonTreeOf(value)
      const names = tree.keys.every((key) => typeof key !== 'string' || /^[A-Za-z_]\w*$/.test(key))
      fc.pre(names)
      const closed = allClosed(tree)
      for (let node = 0; node < tree.values.length; node += 1) {
        expect(nodeAt(tree, pathTo(tree, node))).toBe(node)
        expect(linesOf(tree, opened(tree, closed, node))).toContain(node)
      }
    }),
  )
})

const ANSWER = {
  calls: [
    { id: 7, source: { title: 'Direct' } },
    { id: 8, source: null },
  ],
  meta: { page: 1 },
}

test('at first the first record of a list is open, and nothing deep in it', () => {
  const tree = jsonTreeOf(ANSWER)
  const shown = linesOf(tree, closedAtFirst(tree)).map((line) => (isEnd(line) ? 'end' : pathTo(tree, line)))
  expect(shown).toEqual([
    '$',
    'calls',
    'calls[0]',
    'calls[0].id',
    'calls[0].source',
    'end',
    'calls[1]',
    'end',
    'meta',
    'meta.page',
    'end',
    'end',
  ])
})

test('names and values are searched, in any letters', () => {
  const tree = jsonTreeOf(ANSWER)
  const paths = (text: string) => found(tree, text).map((node) => pathTo(tree, node))
  expect(paths('direct')).toEqual(['calls[0].source.title'])
  expect(paths('ID')).toEqual(['calls[0].id', 'calls[1].id'])
  expect(paths('null')).toEqual(['calls[1].source'])
  expect(paths('  ')).toEqual([])
})

test('what is missing has a line without a number, and what differs is marked', () => {
  const [first] = ANSWER.calls
  const differenceMap = new Map([
    [first!, new Map([['duration', 'missing'] as const, ['id', 'type'] as const])],
  ])
  const tree = jsonTreeOf(ANSWER, differenceMap)
  const node = tree.values.indexOf(LACKING)
  expect(pathTo(tree, node)).toBe('calls[0].duration')
  expect(tree.lineCount).toBe(JSON.stringify(ANSWER, null, 2).split('\n').length)
  expect(markOf(tree, differenceMap, nodeAt(tree, 'calls[0].id')!)).toBe('type')
  expect(markOf(tree, differenceMap, nodeAt(tree, 'calls[1].id')!)).toBeUndefined()
})
