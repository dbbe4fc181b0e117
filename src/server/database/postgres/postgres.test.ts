import { expect, onTestFinished, test } from 'vitest'
import { queryPostgres, newPostgresDatabase } from '#/server/database/testing/postgres.ts'
import { openPool } from './postgres.ts'

test('a connection that was cut is not given to whoever asks next', async () => {
  const url = await newPostgresDatabase()
  const pool = openPool({ url, schema: 'public', connections: 1 }, false)
  onTestFinished(() => pool.end())
  for (let times = 0; times < 20; times++) {
    const client = await pool.connect()
    const sleeping = client.query('select pg_sleep(60)', []).then(
      () => null,
      (error: unknown) => error,
    )
    await expect
      .poll(() =>
        queryPostgres(
          url,
          `select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`,
        ),
      )
      .toHaveLength(1)
    expect(await sleeping).toMatchObject({ errcode: 10 })
    client.release()
    // In the same turn, before the pool has noticed the lost connection.
    const next = await pool.connect()
    expect((await next.query('select 1 as one', [])).rows).toEqual([{ one: 1 }])
    next.release()
  }
})
