import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { newPartsOnly } from './new-parts-only.ts'

const chunk = (fileName: string, ...imports: readonly string[]) => [
  fileName,
  { type: 'chunk', fileName, imports },
]

test('a part is fetched with what it needs and the script that asks for it does not, however far it imports', () => {
  const { plugin, modulePreload } = newPartsOnly()
  const bundle = Object.fromEntries([
    chunk('page.js', 'shared.js'),
    chunk('shared.js', 'base.js', 'page.js'),
    chunk('base.js'),
    chunk('part.js', 'base.js', 'of-parts.js'),
    chunk('of-parts.js', 'shared.js'),
  ]) as Rolldown.OutputBundle
  const { handler } = plugin.generateBundle as unknown as {
    handler: (options: unknown, bundle: Rolldown.OutputBundle) => void
  }
  handler(undefined, bundle)
  const needed = ['part.js', 'base.js', 'of-parts.js', 'shared.js', 'page.js']
  const fetchedBy = (hostId: string, hostType: 'js' | 'html') =>
    modulePreload.resolveDependencies!('part.js', needed, { hostId, hostType })
  expect(fetchedBy('page.js', 'js')).toEqual(['part.js', 'of-parts.js'])
  expect(fetchedBy('base.js', 'js')).toEqual(['part.js', 'of-parts.js', 'shared.js', 'page.js'])
  expect(fetchedBy('index.html', 'html')).toEqual(needed)
})
