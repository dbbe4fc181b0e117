/** @module-tag all */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from './start-process.ts'

const [EMAIL, PASSWORD] = ['igor@domograd.ru', 'domograd']

/** A small in-memory disk; only root can mount one. */
const smallDisk = (megabytes: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'callboard', folder])
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })
  const filler = join(folder, 'filler')
  return {
    data: join(folder, 'data'),
    fill: () => {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(bavail * bsize))
    },
    empty: () => rmSync(filler),
  }
}

test.skipIf(process.getuid?.() !== 0).each(['disk', 'memory'])(
  'full-disk-start: starts on a full disk, serves what it can, and writes again when there is room: archive on %s',
  async (ARCHIVE) => {
    const { data, fill, empty } = smallDisk(60)
    mkdirSync(data)
    const env = { DATA_DIR: data, SAMPLE_CONTACTS: '1000', ARCHIVE }
    {
      await using before = await startProcess(env)
      await before.ready()
      await before.enter(EMAIL, PASSWORD)
      await before.signal('SIGTERM')
    }
    fill()
    await using server = await startProcess(env)
    await server.ready()
    expect(server.output.stderr).toBe(
      'The disk of DATA_DIR is full: Callboard starts, and saves nothing until there is room.\n',
    )
    const health = async () => (await server.send('/healthz')).json()
    expect(await health()).toMatchObject({ status: 'degraded', storage: 'full', database: 'ok' })
    expect((await server.send('/')).status).toBe(200)
    empty()
    await expect.poll(health).toMatchObject({ status: 'ok', storage: 'ok' })
    const cookie = await server.enter(EMAIL, PASSWORD)
    expect((await server.send('/api/v2/objs/', { cookie })).status).toBe(200)
  },
)
