import { expect, test } from 'vitest'
import { DAY_MS } from '#/contract/day.ts'
import { openTestStore, readDay } from '#/server/archive/archive-testing.ts'
import { countHere } from '#/server/archive/counting/counting.ts'
import type { FoundIssues } from './evaluate-account.ts'
import { evaluateIssues, issuesFor, knownIssues, type IssueSources } from './known-issues.ts'

const TODAY = 20_777
const NOW = TODAY * DAY_MS + 14 * 3_600_000

const open = async () => {
  const { store } = await openTestStore()
  const states = new Map<string, string>()
  const sources: IssueSources = {
    archive: { store, count: countHere(store).count, now: () => NOW, onTrouble: () => undefined },
    annotations: {
      since: async () => ({ marks: [], as_of: NOW, next: null, oldest: null }),
      states: async () => states,
    },
    plans: { of: async () => [], states: async () => new Map() },
  }
  const known = async () => (await knownIssues(sources, ['one']))[0]!
  return { store, states, sources, known, evaluate: async () => evaluateIssues(sources, await known()) }
}

test('an account is evaluated again once days that were being written are complete, or a contact is marked', async () => {
  const { store, states, known, evaluate } = await open()
  expect(await known()).toMatchObject({ found: null, isCurrent: true })
  await store.replaceDays('one', [readDay(TODAY, [{ oid: 'site', id: 1, note: 'x' }], NOW)])
  expect(await known()).toMatchObject({ found: null, isCurrent: false })
  expect(await evaluate()).toBeNull()
  expect(await known()).toMatchObject({ found: null, isCurrent: true })
  const days = { first: TODAY - 58, last: TODAY }
  await store.settle('one', days, { state: 'complete', gaps: [], readAt: NOW, triedAt: NOW })
  expect((await known()).isCurrent).toBe(false)
  expect(await evaluate()).toMatchObject({ asOf: NOW })
  expect(await known()).toMatchObject({ found: { asOf: NOW }, isCurrent: true })
  states.set('one', '1 1 1')
  expect(await known()).toMatchObject({ found: { asOf: NOW }, isCurrent: false })
})

test('neither stores nor returns issues of an account deleted during the evaluation', async () => {
  const { store, sources, known } = await open()
  await store.replaceDays('one', [readDay(TODAY, [{ oid: 'site', id: 1, note: 'x' }], NOW)])
  const before = await known()
  await store.forget('one', null, true)
  expect(await evaluateIssues(sources, before)).toBeNull()
  expect((await store.issues(['one'])).get('one')?.found).toBeNull()
})

test('leaves out issues that depend on hidden fields', () => {
  const issue = (kind: FoundIssues['issues'][number]['kind'], by: 'target' | 'contacts' | null = null) => ({
    kind,
    by,
    key: kind,
    oid: null,
    object: null,
    value: 1,
    of: null,
    usual: null,
    at: null,
    level: 0,
    cost: 1,
    chance: null,
  })
  const issues = [
    issue('quiet'),
    issue('missed_rate'),
    issue('waiting'),
    issue('expires'),
    issue('plan_behind', 'target'),
    issue('plan_behind', 'contacts'),
    issue('unread'),
  ]
  const seen = (...hidden: string[]) => {
    const found = issuesFor({ asOf: NOW, issues, waiting: 3, ends: null }, new Set(hidden))
    return [found.waiting, ...found.issues.map(({ kind, by }) => (by === null ? kind : `${kind} ${by}`))]
  }
  const all = [
    3,
    'quiet',
    'missed_rate',
    'waiting',
    'expires',
    'plan_behind target',
    'plan_behind contacts',
    'unread',
  ]
  const without = (...names: unknown[]) => all.filter((one) => !names.includes(one))
  expect(seen()).toEqual(all)
  expect(seen('target')).toEqual(without('plan_behind target'))
  expect(seen('status')).toEqual([null, ...without(3, 'missed_rate', 'waiting')])
  expect(seen('phone_number_from')).toEqual([null, ...without(3, 'waiting')])
  expect(seen('date')).toEqual([null, 'expires', 'unread'])
})
