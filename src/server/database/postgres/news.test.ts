import { expect, onTestFinished, test } from 'vitest'
import { queryPostgres, newPostgresDatabase } from '#/server/database/testing/postgres.ts'
import { newsOn } from './news.ts'

const open = (url: string) => {
  const heard: string[] = []
  const missed = { times: 0 }
  const news = newsOn(url)
  news.subscribe(
    (text) => heard.push(text),
    () => missed.times++,
  )
  onTestFinished(() => news.close())
  return { news, heard, missed }
}

const LISTENING = `select pid from pg_stat_activity where datname = current_database() and query like 'listen%'`
const areListening = (url: string, servers: number) =>
  expect.poll(async () => (await queryPostgres(url, LISTENING)).length, { timeout: 60_000 }).toBe(servers)

test('what one server tells all others hear, in order, and itself does not', async () => {
  const url = await newPostgresDatabase()
  const [one, other, third] = [open(url), open(url), open(url)]
  await areListening(url, 3)
  const texts = ['first', 'second', 'what’s “quoted”; drop table']
  for (const text of texts) one.news.publish(text)
  await expect.poll(() => other.heard).toEqual(texts)
  await expect.poll(() => third.heard).toEqual(texts)
  expect(one.heard).toEqual([])
})

test('a connection that was cut is made anew: what could not be told is told then, and that something may be missed is said', async () => {
  const url = await newPostgresDatabase()
  const [one, other] = [open(url), open(url)]
  await areListening(url, 2)
  await queryPostgres(url, LISTENING.replace('pid', 'pg_terminate_backend(pid)'))
  one.news.publish('while it was away')
  await expect.poll(() => [one.missed.times, other.missed.times], { timeout: 60_000 }).toEqual([1, 1])
  one.news.publish('afterwards')
  await expect.poll(() => other.heard, { timeout: 60_000 }).toContain('afterwards')
})
