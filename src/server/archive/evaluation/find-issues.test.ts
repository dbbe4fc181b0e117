import { expect, test } from 'vitest'
import { DAY_MS } from '#/contract/day.ts'
import { openTestStore, readDay } from '#/server/archive/archive-testing.ts'
import { findIssues } from './find-issues.ts'

const TODAY = 20_777
const NOW = TODAY * DAY_MS + 14 * 3_600_000

test('evaluates an account again once days that were being written are complete', async () => {
  const { store } = await openTestStore()
  const judged = { quiet: true, missed_rate: false, waiting: false, plan_behind: false }
  const find = () => findIssues(store, { account: 'one', handled: [], plans: [], now: NOW, judged })
  await store.replaceDays('one', [readDay(TODAY, [{ oid: 'site', id: 1, note: 'x' }], NOW)])
  expect(await find()).toBeNull()
  const days = { first: TODAY - 58, last: TODAY }
  await store.settle('one', days, { state: 'complete', gaps: [], readAt: NOW, triedAt: NOW })
  expect(await find()).toMatchObject({ asOf: NOW })
})
