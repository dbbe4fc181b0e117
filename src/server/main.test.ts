import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'callboard-main-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a wrong variable stops the start with one line on stderr, and nothing is written', () => {
  const dataDir = join(folder, 'data')
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      API_BASE_URL: 'https://api.example.com',
      PORT: '8080',
    },
  })
  expect(status).toBe(1)
  expect(stderr).toBe('Callboard cannot start: SESSION_SECRET is required with API_BASE_URL\n')
  expect(stdout).toBe('')
  expect(existsSync(dataDir)).toBe(false)
})
