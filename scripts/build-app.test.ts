import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { compileEarly, compressAll } from './build-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'callboard-build-'))
afterAll(() => rmSync(folder, { recursive: true }))
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const put = (file: string, text: string) => writeFileSync(join(folder, file), text)

test('compiles what pages begin with as it comes, and finds lines still in their source', () => {
  mkdirSync(join(folder, '.vite'))
  put(
    '.vite/manifest.json',
    JSON.stringify({
      'index.html': { file: 'index.js', name: 'index', isEntry: true },
      _journal: { file: 'journal.js', name: 'journal' },
      later: { file: 'later.js', name: 'later' },
    }),
  )
  for (const name of ['index', 'journal', 'later']) {
    put(`${name}.js`, 'go()')
    put(`${name}.js.map`, '{"mappings":"AAAA"}')
  }
  compileEarly(folder)
  for (const name of ['index', 'journal'])
    expect([read(`${name}.js`), read(`${name}.js.map`)]).toEqual([
      '//# allFunctionsCalledOnLoad\ngo()',
      '{"mappings":";AAAA"}',
    ])
  expect([read('later.js'), read('later.js.map')]).toEqual(['go()', '{"mappings":"AAAA"}'])
})

test('compresses scripts and styles that are worth it', () => {
  const style = 'a{color:red}'.repeat(200)
  put('style.css', style)
  compressAll(folder)
  expect(brotliDecompressSync(readFileSync(join(folder, 'style.css.br'))).toString()).toBe(style)
  expect(() => read('later.js.br')).toThrow('ENOENT')
})
