/** @module-tag all */
// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isApiError } from '#/api/error.ts'
import { isOfNobody } from '#/api/keys.ts'
import { loadObjects } from '#/api/objects.ts'
import type { FaultName } from '#/server/faults.ts'
import { axeFindings } from '#/test/screens/axe.ts'
import { eventually, renderApp, type RenderedApp } from '#/test/render-app.tsx'
import { expectSound, FAULTED_PANELS, faultLabel, type FaultedPanel } from './panels.ts'
import { FAULT_ROWS } from './rows.ts'
import { isLongSuite } from '#/test/suite.ts'

/*
 * Each fault of the service on a panel of each kind: what it says, what holds whatever happens, that axe finds nothing
 * wrong with it, and that the panel is there again, without a reload, once the service is well.
 */

/** Bound of requests under faults: three tries each. */
const MOST_REQUESTS = 60

const ROWS = Object.values(FAULT_ROWS).flat()
const FAILURES = [...new Set(ROWS.flatMap(({ puts = [] }) => puts))]
/** One fault of each kind that pages can't distinguish ("fault-alike"). */
const EACH_WORD = FAILURES.filter(
  (fault, nth) => FAILURES.findIndex((one) => faultLabel(one) === faultLabel(fault)) === nth,
)
const CHECKED_FAULTS: readonly FaultName[] = [
  'data-refused',
  'data-403',
  'data-404',
  'data-429',
  'data-nulls',
]
const BORNE = [...new Set(ROWS.flatMap(({ bears = [] }) => bears))]
/** Compatible faults are combined, and run singly at night. */
const AT_ONCE_BORNE: readonly (readonly FaultName[])[] = [
  ['data-reset-once', 'data-odd-texts', 'data-odd-keys', 'data-twice'],
  ['data-odd-numbers', 'data-odd-dates', 'data-long-texts'],
  ['data-numbers-as-text', 'data-no-offsets', 'data-odd-bytes'],
  ['data-big-ids'],
  ['calls-repeat-page', 'calls-big-total'],
  ['calls-other-order', 'calls-no-total', 'calls-doubled-row'],
  ['calls-empty-page'],
  ['calls-page-3-fails'],
]

const KINDS = Object.entries(FAULTED_PANELS)
  .filter(([, { isOurs }]) => !isOurs)
  .map(([name, panel]) => ({ name, ...panel }))
const AT_ONCE = 12
const FAILING = KINDS.flatMap((panel) => {
  const faults = isLongSuite || panel === KINDS[0] ? FAILURES : EACH_WORD
  return Array.from({ length: Math.ceil(faults.length / AT_ONCE) }, (_, part) => ({
    ...panel,
    faults: faults.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  }))
})

const main = () => document.querySelector('main')!

const forgetContacts = async (app: RenderedApp) => {
  app.open('/settings')
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  await app.api.write('DELETE', '/api/archive')
  app.queryClient.removeQueries({ predicate: ({ queryKey }) => !isOfNobody(queryKey) })
}

const openWith = async (
  app: RenderedApp,
  { opens, isCounted }: FaultedPanel,
  url: string,
  ...faults: readonly FaultName[]
) => {
  if (isCounted) await forgetContacts(app)
  const before = app.api.toService.length
  app.api.fault(...faults)
  app.open(url)
  await opens?.(app)
  await eventually(() => expect(document.querySelector('main')?.textContent).toBeTruthy())
  // Failed readings stay until retried.
  if (isCounted) {
    await eventually(() => expect(app.queryClient.isFetching()).toBe(0))
    for (const again of screen.queryAllByRole('button', { name: /^(?:Retry|Read on)$/ }))
      if (again.isConnected) await app.user.click(again)
  }
  return () => {
    const ofClients = Map.groupBy(app.api.toService.slice(before), (one) => /\/clients\/\d+\//.exec(one)?.[0])
    for (const [client, requests] of ofClients)
      expect(requests.length, `${String(faults)} ${client ?? ''}`).toBeLessThan(MOST_REQUESTS)
  }
}

const openApp = async ({ account, url: urlOf, options }: FaultedPanel) => {
  let url = ''
  const app = await renderApp('/settings', {
    account,
    ...options,
    before: async (api) => {
      url = await urlOf(api)
    },
  })
  return { app, url }
}

test.each(FAILING)('fault-matrix: $name, $faults', async ({ faults, ...panel }) => {
  const { app, url } = await openApp(panel)
  for (const fault of faults) {
    const expectFewRequests = await openWith(app, panel, url, fault)
    const own = panel.says?.(fault)
    const isGone = fault === 'data-404' && panel.gone !== undefined
    const words = isGone ? panel.gone! : (own ?? faultLabel(fault))
    if (own !== null) await eventually(() => expect(main().textContent, fault).toMatch(words))
    await eventually(() => expect(app.queryClient.isFetching()).toBe(0))
    await expectSound(app, panel, fault)
    expectFewRequests()
    if (CHECKED_FAULTS.includes(fault))
      expect(await axeFindings(undefined, main()), `${fault}: axe`).toEqual([])
    app.api.fault()
    if (isGone || fault === 'data-nulls') continue
    const again = panel.recovers ? null : screen.queryByRole('button', { name: 'Retry' })
    if (panel.recovers) await panel.recovers(app)
    else if (again) {
      again.focus()
      await eventually(() => expect(again.getAttribute('aria-disabled') ?? 'false', fault).toBe('false'))
      await app.user.click(again)
    }
    await panel.shown()
    expect(screen.queryAllByRole('alert'), fault).toEqual([])
    if (again) expect(document.activeElement, `${fault}: the focus`).not.toBe(document.body)
  }
})

test.each(KINDS)('fault-borne: $name', async (panel) => {
  const { app, url } = await openApp(panel)
  const groups = isLongSuite ? BORNE.map((fault) => [fault]) : AT_ONCE_BORNE
  for (const faults of groups) {
    const expectFewRequests = await openWith(app, panel, url, ...faults)
    await eventually(() => expect(app.queryClient.isFetching()).toBe(0))
    await expectSound(app, panel, String(faults))
    expectFewRequests()
  }
})

test('fault-alike: what says the same to people is one kind of error to every page', async () => {
  const { api } = await renderApp('/settings', { account: 'marketer' })
  const { principal } = await api.get<{ principal: string }>('/api/session')
  const kinds = new Map<RegExp, Set<unknown>>()
  for (const fault of FAILURES.filter((one) => !['data-429', 'data-nulls'].includes(one))) {
    api.fault(fault)
    const error = await loadObjects({ principal, client: null }, undefined, AbortSignal.any([])).catch(
      (reason: unknown) => reason,
    )
    const kind = isApiError(error) ? error.kind : error
    kinds.set(faultLabel(fault), (kinds.get(faultLabel(fault)) ?? new Set()).add(kind))
  }
  for (const [words, some] of kinds) expect([...some], String(words)).toEqual([expect.any(String)])
  expect(new Set(AT_ONCE_BORNE.flat())).toEqual(new Set(BORNE))
})
