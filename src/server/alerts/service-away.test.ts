import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#/contract/day.ts'
import { readMail } from '#/server/mail/read-mail-testing.ts'
import { UNTIL_NINE_MS, watchedAlert } from './watched-testing.ts'

type Watched = Awaited<ReturnType<typeof watchedAlert>>

const CONTACTS = ['GET /v2/calls']
/** Without an answer of late, access is checked with the objects. */
const ALL = [...CONTACTS, 'GET /v2/objs/']

/** Looked at once; then these endpoints fail, from just before the next day on. */
const untilItFails = async (paths: readonly string[]) => {
  const world = await watchedAlert({ to: ['boss@example.com'] }, { bad: [1] })
  await world.after(UNTIL_NINE_MS)
  const before = { ...world.handlers }
  for (const path of paths) world.handlers[path] = () => new Response('<html>')
  await world.after(DAY_MS)
  return { ...world, mend: () => void Object.assign(world.handlers, before) }
}
const subjects = ({ caught }: Pick<Watched, 'caught'>) =>
  caught.map(({ raw }) => readMail(raw).headers['subject'])

test.each([
  ['the contacts', CONTACTS],
  ['all answers', ALL],
])('a day that could not be read is told once it is, where %s fail', async (_, paths) => {
  const world = await untilItFails(paths)
  expect(world.caught).toEqual([])
  expect(await world.runs()).toEqual([
    ['done', null],
    ['waiting', 'service_failed'],
  ])
  world.mend()
  await world.after(MINUTE_MS)
  expect(subjects(world)).toEqual([expect.stringMatching(/ missed 33% of yesterday’s calls$/)])
  expect((await world.runs()).at(-1)).toEqual(['done', null])
  // It was judged, so the day after does not tell it again.
  await world.after(DAY_MS)
  expect(world.caught).toHaveLength(1)
})

test('a day whose contacts came after all tries is told the day after, by its date', async () => {
  const world = await untilItFails(ALL)
  const tries = [1, 5, 30, 180].map((minutes) => minutes * MINUTE_MS)
  for (const ms of tries) await world.after(ms)
  expect((await world.runs()).at(-1)).toEqual(['failed', 'service_failed'])
  world.mend()
  await world.after(tries.reduce((rest, ms) => rest - ms, DAY_MS))
  expect(subjects(world)).toEqual([
    expect.stringMatching(/ missed 33% of the calls on Saturday, November 21$/),
  ])
})
