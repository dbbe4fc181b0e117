import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .filter((path) => !path.includes('.test.'))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

test('every primitive of src/ui is on the page of primitives, or in one that is', () => {
  const ui = read('src/ui/**/*.tsx')
  const page = read('e2e/gallery/*.tsx')
  const components = ui.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:function|const) ([A-Z][a-z]\w*)/gm)].map(([, name]) => ({ path, name })),
  )
  expect(components.length).toBeGreaterThan(30)
  // Lazy charts.
  const isShown = (name = '') => new RegExp(`<(?:\\w+\\.)?${name}\\b`)
  const missing = components.filter(
    ({ name }) => ![...ui, ...page].some(({ text }) => isShown(name).test(text)),
  )
  expect(missing).toEqual([])
})
