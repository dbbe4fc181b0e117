import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDay } from '#/server/archive/archive-testing.ts'
import { ARCHIVE_FILE, openArchive, type OpenedArchive } from '#/server/archive/open.ts'
import { countInThread } from './counting.ts'
import { DAY_MS } from '#/contract/day.ts'

const DAY = 20_000
const NOW = (DAY + 30) * DAY_MS
const QUESTION = {
  account: 'somebody',
  stretches: [{ first: DAY, last: DAY + 1 }],
  hidden: new Set<string>(),
  now: NOW,
}
const folder = mkdtempSync(join(tmpdir(), 'callboard-counting-'))
const file = join(folder, ARCHIVE_FILE)
let opened: OpenedArchive

const keep = async (day: number, contacts: number) => {
  const days = { first: day, last: day }
  const made = Array.from({ length: contacts }, (_, nth) => ({ oid: 'site', id: day * 100 + nth, note: 'x' }))
  await opened.store.replaceDays('somebody', [readDay(day, made, NOW)])
  await opened.store.settle('somebody', days, { state: 'complete', gaps: [], readAt: NOW, triedAt: NOW })
}
beforeAll(async () => {
  opened = await openArchive(folder)
  await keep(DAY, 3)
})
afterAll(async () => {
  await opened.database.destroy()
  rmSync(folder, { recursive: true })
})

/** A thread that runs this code for each question. */
const threadOf = (name: string, onQuestion: string) => {
  const path = join(folder, `${name}.mjs`)
  const write = (code: string) =>
    writeFileSync(
      path,
      `import { parentPort, threadId } from 'node:worker_threads'
      const answer = (id, answer) => parentPort.postMessage({ id, answer })
      parentPort.on('message', ({ id, question: { question } = {}, left }) => { if (question) { ${code} } })`,
    )
  write(onQuestion)
  return { module: pathToFileURL(path), write }
}

test('a thread counts what the server keeps, also what was written after it had begun', async () => {
  const { count, close } = countInThread(file)
  expect(await count('account', QUESTION)).toMatchObject([{ is: 'part', counts: { contacts: 3 } }])
  await keep(DAY + 1, 2)
  expect(await count('account', QUESTION)).toMatchObject([
    { is: 'whole', counts: { contacts: 5 }, byDay: [{ contacts: 3 }, { contacts: 2 }] },
  ])
  await close()
})

test('when the thread dies, calls under way fail as the archive does, and the next one has another thread', async () => {
  const { module, write } = threadOf('dying', "throw new Error('it died')")
  const { count, close } = countInThread(file, { module })
  const lost = { status: 503, error: 'archive_unavailable' }
  const both = await Promise.allSettled([count('account', QUESTION), count('account', QUESTION)])
  expect(both.map((one) => one.status === 'rejected' && one.reason)).toMatchObject([lost, lost])
  write('answer(id, [])')
  expect(await count('account', QUESTION)).toEqual([])
  await close()
})

test('count-bomb: a thread that counts learns at once that its reader has left', async () => {
  // It receives no messages meanwhile.
  const { module } = threadOf(
    'counting',
    "parentPort.postMessage({ id, note: [0, 1] }); while (Atomics.load(left, 0) === 0); answer(id, 'stopped')",
  )
  const { count, close } = countInThread(file, { module, stuckMs: 600_000 })
  const leaving = new AbortController()
  const context = { signal: leaving.signal, tell: () => leaving.abort() }
  expect(await count('account', QUESTION, context)).toBe('stopped')
  await close()
})

test('count-bomb: a thread that does not stop is replaced, and nobody else’s answer is lost', async () => {
  const { module } = threadOf(
    'stuck',
    "if (question.account === 'bomb') { parentPort.postMessage({ id, note: [0, 1] }); for (;;); } else answer(id, threadId)",
  )
  const { count, close } = countInThread(file, { module, stuckMs: 1 })
  const before = await count('account', QUESTION)
  const leaving = new AbortController()
  const begun = Promise.withResolvers<void>()
  const bomb = count(
    'account',
    { ...QUESTION, account: 'bomb' },
    { signal: leaving.signal, tell: () => begun.resolve() },
  )
  await begun.promise
  const other = count('account', QUESTION)
  leaving.abort()
  await expect(bomb).rejects.toBe(leaving.signal.reason)
  expect(await other).toEqual(expect.any(Number))
  expect(await other).not.toBe(before)
  await close()
})

test('count-bomb: a thread whose heap is full ends alone, and the next question has another one', async () => {
  const { module } = threadOf(
    'growing',
    "if (question.account === 'bomb') for (const all = []; ; ) all.push(Array.from({ length: 1000 }, () => ({}))); answer(id, [])",
  )
  const { count, close } = countInThread(file, { module, heapMb: 16 })
  await expect(count('account', { ...QUESTION, account: 'bomb' })).rejects.toMatchObject({
    status: 503,
    error: 'archive_unavailable',
  })
  expect(await count('account', QUESTION)).toEqual([])
  await close()
})

test('closed, it fails what is under way and starts nothing more', async () => {
  const { count, close } = countInThread(file)
  const underWay = count('account', QUESTION)
  const failed = expect(underWay).rejects.toMatchObject({ error: 'archive_unavailable' })
  await close()
  await failed
  await expect(count('account', QUESTION)).rejects.toMatchObject({ error: 'archive_unavailable' })
})

test('a process that has counted ends by itself', async () => {
  const script = `
    const { countInThread } = await import(${JSON.stringify(new URL('./counting.ts', import.meta.url).href)})
    const { count } = countInThread(${JSON.stringify(file)})
    const asked = setInterval(() => {}, 1_000)
    const [{ is }] = await count('account', ${JSON.stringify({ ...QUESTION, account: 'nobody' })})
    clearInterval(asked)
    process.stdout.write(is)
  `
  const path = join(folder, 'ending.mjs')
  writeFileSync(path, script)
  const { stdout } = await promisify(execFile)(process.execPath, [path])
  expect(stdout).toBe('none')
})

test('what is no archive fails each question, and ends nothing else', async () => {
  const { count, close } = countInThread(join(folder, 'none.sqlite'))
  await expect(count('account', QUESTION)).rejects.toMatchObject({ error: 'archive_unavailable' })
  await expect(count('account', QUESTION)).rejects.toMatchObject({ error: 'archive_unavailable' })
  await close()
})
