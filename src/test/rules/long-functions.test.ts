import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'long-functions-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Rule 11 is enforced by the linter. */
const lint = (name: string, lines: number) => {
  const path = join(folder, name)
  writeFileSync(path, `export const sum = () => {\n${'  console.log(1)\n'.repeat(lines - 2)}}\n`)
  return spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), ['-c', join(ROOT, '.oxlintrc.json'), path], {
    cwd: ROOT,
    encoding: 'utf8',
  }).stdout
}

test('a function of more than 150 lines fails the lint, one of 150 and the frame around tests do not', () => {
  expect(lint('a.ts', 151)).toContain('max-lines-per-function')
  expect(lint('b.tsx', 151)).toContain('max-lines-per-function')
  expect(lint('a.ts', 150)).not.toContain('max-lines-per-function')
  expect(lint('a.test.ts', 151)).not.toContain('max-lines-per-function')
})
