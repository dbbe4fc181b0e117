import fc from 'fast-check'
import type { PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openOwnDatabase } from '#/server/database/testing/own-database.ts'
import { sendToAll } from '#/server/delivery/to-all.ts'
import type { LogEntry } from '#/server/log.ts'
import { DAY_MS } from '#/contract/day.ts'
import { createSchedules, type NewSchedule } from './schedules.ts'
import { createScheduler, type Task } from './scheduler.ts'
import { PermanentError, NoEffectError, RetryableError } from './run-failures.ts'
import { LATE_MS, RETRY_AFTER_MS, RUN_LEASE_MS } from './due-runs.ts'

const START = Date.parse('2026-11-20T00:00:00Z')
const DAILY: NewSchedule = {
  kind: 'mail',
  what: {},
  timing: { every: 'day', at: '09:00' },
  zone: 'Europe/Moscow',
}
const FIRST_DUE = Date.parse('2026-11-20T06:00:00Z')

/** A process that can be killed: nothing is written afterwards. */
const killable = () => {
  let left = Infinity
  return {
    killAfter: (queries: number) => void (left = queries),
    isDead: () => left <= 0,
    transformQuery: ({ node }: PluginTransformQueryArgs) => {
      if (left-- <= 0) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }: PluginTransformResultArgs) => result,
  }
}

const world = async () => {
  const database = await openOwnDatabase()
  let at = START
  const now = () => at
  const log: LogEntry[] = []
  const server = (task: Task, mostAtOnce?: ReadonlyMap<string, number>) => {
    const life = killable()
    const schedules = createSchedules(database.withPlugin(life), now)
    const tasks = new Map(['mail', 'report'].map((kind) => [kind, task]))
    return {
      life,
      schedules,
      scheduler: createScheduler({
        schedules,
        tasks,
        ...(mostAtOnce && { mostAtOnce }),
        log: (entry) => void log.push(entry),
        now,
      }),
    }
  }
  return {
    database,
    server,
    log,
    pass: (ms: number) => void (at += ms),
    to: (moment: number) => void (at = moment),
  }
}

describe('a run', () => {
  test('is done once at its time, and the next is a day later', async () => {
    const { server, to } = await world()
    const seen: unknown[] = []
    const { schedules, scheduler } = server(async (_, { due, isLate, isManual }) => {
      seen.push({ due, isLate, isManual })
      return { sent: 3 }
    })
    const { id } = await schedules.add('me', DAILY)
    to(FIRST_DUE - 1)
    await scheduler.tick()
    expect(seen).toEqual([])
    to(FIRST_DUE)
    await scheduler.tick()
    await scheduler.tick()
    expect(seen).toEqual([{ due: FIRST_DUE, isLate: false, isManual: false }])
    expect(await schedules.runs('me', 10)).toMatchObject([
      { schedule: id, state: 'done', result: { sent: 3 } },
    ])
    expect((await schedules.find(id))?.nextDue).toBe(FIRST_DUE + DAY_MS)
  })

  test('that no server was there for runs once when one is, for the last time missed, and is late', async () => {
    const { server, to } = await world()
    const seen: number[] = []
    const { schedules, scheduler } = server(async (_, { due }) => void seen.push(due))
    const { id } = await schedules.add('me', DAILY)
    to(FIRST_DUE + 3 * DAY_MS + LATE_MS + 1)
    await scheduler.tick()
    await scheduler.tick()
    expect(seen).toEqual([FIRST_DUE + 3 * DAY_MS])
    expect(await schedules.runs('me', 10)).toMatchObject([{ isLate: true }])
    expect((await schedules.find(id))?.nextDue).toBe(FIRST_DUE + 4 * DAY_MS)
  })

  test('is tried again after 1, 5, 30 minutes and 3 hours, then it has failed and says why', async () => {
    const { server, pass, to } = await world()
    let tries = 0
    const { schedules, scheduler } = server(async () => {
      tries++
      throw new RetryableError('mail_put_off', '450 try later')
    })
    await schedules.add('me', DAILY)
    to(FIRST_DUE)
    await scheduler.tick()
    for (const [nth, after] of RETRY_AFTER_MS.entries()) {
      pass(after - 1)
      await scheduler.tick()
      expect(tries).toBe(nth + 1)
      pass(1)
      await scheduler.tick()
      expect(tries).toBe(nth + 2)
    }
    expect(await schedules.runs('me', 10)).toMatchObject([
      { state: 'failed', tries: 5, reason: 'mail_put_off', said: '450 try later' },
    ])
  })

  test('that some mailboxes put off for good says who got it', async () => {
    const { server, pass, to } = await world()
    const { schedules, scheduler } = server(async (_, run) =>
      sendToAll(run, ['anna@example.com', 'oleg@example.com'], new Set(), async (person) => {
        if (person === 'oleg@example.com') throw new NoEffectError('mail_put_off')
      }),
    )
    await schedules.add('me', DAILY)
    to(FIRST_DUE)
    for (const after of [...RETRY_AFTER_MS, 0]) {
      await scheduler.tick()
      pass(after)
    }
    const results = [{ is: 'sent' }, { is: 'put_off' }]
    expect(await schedules.runs('me', 10)).toMatchObject([
      { state: 'failed', tries: 5, result: { told: results } },
    ])
  })

  test('that is hopeless is not tried again, pauses where it must, and goes on when a user asks', async () => {
    const { server, to, pass } = await world()
    let isMapped = false
    const { schedules, scheduler } = server(async () => {
      if (!isMapped) throw new PermanentError('client_forbidden', { isToPause: true })
    })
    const schedule = await schedules.add('me', DAILY)
    to(FIRST_DUE)
    await scheduler.tick()
    expect(await schedules.find(schedule.id)).toMatchObject({ paused: 'client_forbidden', nextDue: null })
    pass(3 * DAY_MS)
    await scheduler.tick()
    expect(await schedules.runs('me', 10)).toHaveLength(1)
    isMapped = true
    expect(await schedules.again(schedule.id, FIRST_DUE)).toBe(true)
    await scheduler.tick()
    expect(await schedules.runs('me', 10)).toMatchObject([{ state: 'done' }])
    await schedules.pause(schedule, null)
    expect((await schedules.find(schedule.id))?.paused).toBeNull()
  })

  test('a defect is logged, shown, and tried again', async () => {
    const { server, log, to } = await world()
    const { schedules, scheduler } = server(async () => {
      throw new Error('ours')
    })
    await schedules.add('me', DAILY)
    to(FIRST_DUE)
    await scheduler.tick()
    expect(log).toHaveLength(1)
    expect(await schedules.runs('me', 10)).toMatchObject([{ state: 'waiting', reason: 'defect' }])
  })

  test('asked for at once runs beside those that are due, and of a paused schedule too', async () => {
    const { server } = await world()
    const { schedules, scheduler } = server(async () => null)
    const schedule = await schedules.add('me', DAILY)
    await schedules.pause(schedule, 'person')
    await schedules.ask(schedule.id)
    await scheduler.tick()
    expect(await schedules.runs('me', 10)).toMatchObject([{ isManual: true, state: 'done' }])
  })

  test('deleted it runs no more, and taken back it goes on', async () => {
    const { server, to } = await world()
    let runs = 0
    const { schedules, scheduler } = server(async () => void runs++)
    const schedule = await schedules.add('me', DAILY)
    expect(await schedules.remove({ id: schedule.id, principal: 'another' })).toBe(false)
    expect(await schedules.remove(schedule)).toBe(true)
    to(FIRST_DUE)
    await scheduler.tick()
    expect([runs, await schedules.list('me')]).toEqual([0, []])
    expect(await schedules.restore(schedule)).toBe(true)
    to(FIRST_DUE + DAY_MS)
    await scheduler.tick()
    expect(runs).toBe(1)
  })

  test('changed by two people, the later one is told', async () => {
    const { server } = await world()
    const { schedules } = server(async () => null)
    const schedule = await schedules.add('me', DAILY)
    expect(await schedules.change(schedule, { ...DAILY, what: { a: 1 } })).toBe(true)
    expect(await schedules.change(schedule, { ...DAILY, what: { a: 2 } })).toBe(false)
    expect((await schedules.find(schedule.id))?.what).toEqual({ a: 1 })
  })
})

test('slow runs of a kind leave a place to what is due after them', async () => {
  const { server, to } = await world()
  const begun: string[] = []
  const [held, isFull] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { schedules, scheduler } = server(
    async ({ kind }) => {
      begun.push(kind)
      if (begun.length === 2) isFull.resolve()
      if (kind === 'report') await held.promise
    },
    new Map([['report', 2]]),
  )
  for (let nth = 0; nth < 5; nth++) await schedules.add('me', { ...DAILY, kind: 'report' })
  await schedules.add('me', { ...DAILY, timing: { every: 'day', at: '09:01' } })
  to(FIRST_DUE + 60_000)
  const slow = scheduler.tick()
  await isFull.promise
  await scheduler.tick()
  expect(begun).toEqual(['report', 'report', 'mail'])
  held.resolve()
  await slow
  await scheduler.tick()
  await scheduler.tick()
  expect(begun).toHaveLength(6)
})

test('a run that waits for others to end is not late', async () => {
  const { server, to } = await world()
  const held = Promise.withResolvers<void>()
  const begun: boolean[] = []
  const { schedules, scheduler } = server(async (_, { isLate }) => {
    begun.push(isLate)
    await held.promise
  })
  for (let nth = 0; nth < 3; nth++) await schedules.add('me', DAILY)
  await schedules.add('me', { ...DAILY, timing: { every: 'day', at: '09:05' } })
  to(FIRST_DUE)
  const slow = scheduler.tick()
  await expect.poll(() => begun).toHaveLength(3)
  to(FIRST_DUE + LATE_MS)
  await scheduler.hurry()
  expect(await schedules.runs('me', 10)).toHaveLength(4)
  to(FIRST_DUE + 2 * LATE_MS + 1)
  held.resolve()
  await slow
  await scheduler.tick()
  expect(begun).toEqual([false, false, false, false])
})

test('killed anywhere, of one server or two: at most one mail for each due time and person, and none only where a failed run is shown', async () => {
  const people = ['anna@example.com', 'oleg@example.com']
  const kills = fc.array(
    fc.record({ first: fc.integer({ min: 0, max: 40 }), second: fc.integer({ min: 0, max: 40 }) }),
    { maxLength: 4 },
  )
  const answers = fc.array(fc.constantFrom('taken', 'later', 'never', 'lost'), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(kills, answers, async (lives, says) => {
      const { server, pass, to, database } = await world()
      const mails: string[] = []
      let requested = 0
      const task =
        (isDead: () => boolean): Task =>
        async ({ id }, run) =>
          sendToAll(run, people, new Set(), async (person) => {
            if (isDead()) throw new Error('killed')
            const outcome = says[requested++] ?? 'taken'
            if (outcome === 'later') throw new NoEffectError('mail_put_off')
            if (outcome === 'never') throw new NoEffectError('mailbox_refused', { isForGood: true })
            mails.push(`${id} ${run.due} ${person}`)
            if (outcome === 'lost') throw new Error('the connection broke')
          })
      const started = async () => {
        let isDead = () => false
        const one = server((schedule, run) => task(() => isDead())(schedule, run))
        isDead = one.life.isDead
        return one
      }
      const { schedules } = await started()
      await schedules.add('me', DAILY)
      to(FIRST_DUE)
      for (const { first, second } of lives) {
        const two = [await started(), await started()] as const
        two[0].life.killAfter(first)
        two[1].life.killAfter(second)
        await Promise.allSettled(two.map(({ scheduler }) => scheduler.tick()))
        pass(RUN_LEASE_MS + 1)
      }
      const { scheduler } = await started()
      for (let tick = 0; tick < 8; tick++) {
        await scheduler.tick()
        pass(3 * 3_600_000)
      }
      const runs = await schedules.runs('me', 10)
      expect(new Set(mails).size).toBe(mails.length)
      expect(runs.length).toBeGreaterThan(0)
      for (const { schedule, due, state } of runs) {
        expect(['done', 'failed']).toContain(state)
        if (state === 'done')
          expect(people.filter((person) => !mails.includes(`${schedule} ${due} ${person}`))).toEqual([])
      }
      await database.destroy()
    }),
    { numRuns: 60 },
  )
})
