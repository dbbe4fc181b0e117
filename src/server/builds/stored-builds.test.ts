import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '#/server/database/testing/engine.ts'
import { createSite } from '#/server/document/static.ts'
import { buildsInFolder } from './folder.ts'
import type { BuildFiles, StoredBuilds } from './stored-builds.ts'
import { createBuildTable, type BuildTables } from './table.ts'

const root = mkdtempSync(join(tmpdir(), 'callboard-kept-builds-'))
afterAll(() => rmSync(root, { recursive: true }))

const openTable = async () => {
  const database = await openTestDatabase<BuildTables>()
  let at = 0
  return { database, builds: await createBuildTable(database, () => (at += 60_000)) }
}

/** Starts are a minute apart, as in the table. */
const openFolder = (): StoredBuilds => {
  const folder = mkdtempSync(join(root, 'builds-'))
  const stored = buildsInFolder(folder)
  let minutes = 0
  return {
    ...stored,
    keep: async (build, files) => {
      await stored.keep(build, files)
      utimesSync(join(folder, build), ++minutes * 60, minutes * 60)
    },
  }
}

const file = (text: string) => new Uint8Array(Buffer.from(text))
/** As long as a build's hash. */
const nameOf = (nth: number) => String(nth).padStart(12, '0')
/** More than one batch, binary bytes, and an empty file. */
const filesOf = (nth: number): BuildFiles =>
  new Map([
    ...Array.from(
      { length: 120 },
      (_, part) => [`/assets/part-${part}-${nth}.js`, file(`${nth} ${part}`)] as const,
    ),
    [`/assets/index-${nth}.js.br`, new Uint8Array([0, 255, 0, 10, 13])],
    [`/assets/empty-${nth}.css`, file('')],
  ])

test('a copy that fails leaves nothing behind', async () => {
  const folder = mkdtempSync(join(root, 'builds-'))
  const stored = buildsInFolder(folder)
  const files = new Map([...filesOf(1), ['/assets/\0', file('x')] as const])
  await expect(stored.keep(nameOf(1), files)).rejects.toThrow('null bytes')
  expect(readdirSync(folder)).toEqual([])
})

test.each<[string, () => StoredBuilds | Promise<StoredBuilds>]>([
  ['a table', async () => (await openTable()).builds],
  ['a folder', openFolder],
])('%s keeps the three builds that were started last, byte by byte', async (_, open) => {
  const stored = await open()
  for (const nth of [1, 2, 3]) await stored.keep(nameOf(nth), filesOf(nth))
  // The first build's server restarts.
  await stored.keep(nameOf(1), filesOf(1))
  await stored.keep(nameOf(4), filesOf(4))
  expect(await stored.names()).toEqual([4, 1, 3].map(nameOf))
  for (const nth of [1, 3, 4]) expect(await stored.filesOf(nameOf(nth))).toEqual(filesOf(nth))
})

test('of builds that are kept no more, and of one whose writing was interrupted, no file is left in the table', async () => {
  const { database, builds: stored } = await openTable()
  await database
    .insertInto('kept_build_files')
    .values({ build: nameOf(9), path: '/assets/part-0-9.js', bytes: file('half') })
    .execute()
  expect(await stored.names()).toEqual([])
  for (const nth of [1, 2, 3, 4]) await stored.keep(nameOf(nth), filesOf(nth))
  const rows = await database.selectFrom('kept_build_files').select('build').distinct().execute()
  expect(rows.map(({ build }) => build).toSorted()).toEqual([2, 3, 4].map(nameOf))
})

test('fault-old-part: servers on machines without a folder in common serve the parts of each other’s builds, before and after an update', async () => {
  const { database, builds: stored } = await openTable()
  let isAway = false
  const reached: StoredBuilds = {
    ...stored,
    names: () => (isAway ? Promise.reject(new Error('away')) : stored.names()),
  }
  const start = async (nth: number) => {
    const dist = join(root, `dist-${nth}`)
    mkdirSync(join(dist, 'assets'), { recursive: true })
    writeFileSync(join(dist, 'index.html'), `<script src="/assets/index-${nth}.js"></script>`)
    writeFileSync(join(dist, `assets/index-${nth}.js`), `build ${nth}`)
    writeFileSync(join(dist, `assets/index-${nth}.js.map`), 'not to be served')
    const site = createSite(dist, { https: false, hstsSubdomains: true })
    await site.keepBuilds?.(reached)
    return async (path: string) => {
      const response = await site.fetch(new Request(`http://localhost:8080${path}`))
      return response.ok ? response.text() : response.status
    }
  }
  const former = await start(1)
  const updated = await start(2)
  expect(await updated('/assets/index-1.js')).toBe('build 1')
  isAway = true
  expect(await former('/assets/index-2.js')).toBe(404)
  isAway = false
  // Many concurrent pages.
  const many = await Promise.all(Array.from({ length: 20 }, () => former('/assets/index-2.js')))
  expect(new Set(many)).toEqual(new Set(['build 2']))
  expect(await former('/assets/index-2.js.map')).toBe(404)
  expect(await former('/assets/index-3.js')).toBe(404)
  await database.destroy()
  // Files in memory need no storage.
  expect(await former('/assets/index-2.js')).toBe('build 2')
})
