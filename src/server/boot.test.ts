import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { boot } from './boot.ts'
import { readConfig } from './config/config.ts'

test('what is too old goes at the start, not only after a day', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-boot-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const config = readConfig({
    API_BASE_URL: 'https://api.test',
    SESSION_SECRET: 'x'.repeat(32),
    DATA_DIR: folder,
  })
  const start = () => boot(config, { build: 'b1', fetch: async () => new Response('site') })
  await (await start()).close()
  const database = new DatabaseSync(join(folder, 'callboard.sqlite'))
  database.exec(`
    insert into audit (at, event, what) values (1, 'signed_in', '{}');
    insert into schedule_runs (schedule, due, is_asked, is_late, state, tries, try_at, held_until)
      values ('s', 1, 0, 0, 'done', 1, 1, 0);
    insert into alert_runs (id, alert, account, client, kind, at, firings, words, is_mailed, is_seen)
      values ('r', 'a', '1', '', 'missed_rate', 1, '[]', '[]', 1, 0)`)
  const booted = await start()
  const left = () =>
    ['audit', 'schedule_runs', 'alert_runs'].filter((table) =>
      database.prepare(`select 1 from ${table}`).get(),
    )
  await expect.poll(left).toEqual([])
  await booted.close()
  database.close()
})
