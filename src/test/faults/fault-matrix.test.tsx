// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SampleAccount } from '#/contract/session.ts'
import type { FaultName } from '#/server/faults.ts'
import type { ApiServer } from '#/test/api-server.ts'
import { axeFindings } from '#/test/screens/axe.ts'
import { pageFaults } from '#/test/page-faults.ts'
import { eventually, renderApp, type RenderedApp } from '#/test/render-app.tsx'
import { FAULT_ROWS } from './rows.ts'

/*
 * Each fault of the service on a panel of each kind: what it says, what holds whatever happens, that axe finds nothing
 * wrong with it, and that the panel is there again, without a reload, once the service is well.
 */

interface Panel {
  readonly account: SampleAccount
  readonly url: (api: ApiServer) => string | Promise<string>
  /** What it shows when all is well. */
  readonly shown: () => Promise<unknown>
  /** What it says where a record is not there: there is nothing to try again. */
  readonly gone?: RegExp
}

const contact = async (api: ApiServer) => {
  const { objs } = await api.get<{ objs: { oid: string }[] }>('/api/v2/objs/')
  const { oid } = objs[0]!
  const { calls } = await api.get<{ calls: { id: string }[] }>(`/api/v2/objs/${oid}/calls?period=all`)
  return `/objects/${oid}/calls/${calls[0]!.id}`
}

const PANELS: Readonly<Record<string, Panel>> = {
  journal: {
    account: 'marketer',
    url: () => '/calls',
    shown: () => screen.findByRole('table', { name: 'Contacts' }),
  },
  objects: {
    account: 'marketer',
    url: () => '/objects',
    shown: () => screen.findByRole('table', { name: 'Objects' }),
  },
  clients: {
    account: 'agency_manager',
    url: () => '/clients',
    shown: () => screen.findByRole('table', { name: 'Clients' }),
  },
  overview: {
    account: 'marketer',
    url: () => '/overview',
    shown: () => screen.findByRole('table', { name: 'Sources' }),
  },
  contact: {
    account: 'marketer',
    url: contact,
    shown: () => screen.findByRole('region', { name: 'This caller' }),
    gone: /There is no such contact|no longer/,
  },
  object: {
    account: 'marketer',
    url: async (api) => (await contact(api)).replace(/\/calls.*/, ''),
    shown: () => screen.findByRole('heading', { level: 1, name: /Домоград/ }),
    gone: /There is no such object/,
  },
}

const NOT_ANSWERING = /The call-tracking service is not answering/
const FAILED = /The service failed/
const SAYS: Partial<Record<FaultName, RegExp>> = {
  'data-refused': NOT_ANSWERING,
  'data-400': /The service did not accept date_from/,
  'data-422': /The service did not accept status_filter/,
  'data-403': /Your account can’t see this/,
  'data-404': /The service has no such record/,
  'data-418': FAILED,
  'data-429': /Too many requests. Next try 0:0\d/,
  'data-500': FAILED,
  'data-502': NOT_ANSWERING,
  'data-503-html': NOT_ANSWERING,
  'data-504': /This took too long/,
  'data-599': NOT_ANSWERING,
  // A dash, or a marked row: how many of each is the panels' own say.
  'data-nulls': /./,
}
const UNREADABLE = /The service sent an answer that cannot be read/
const wordsOf = (fault: FaultName) => SAYS[fault] ?? UNREADABLE

/** Requests of one page's opening that no fault may multiply beyond: each is tried three times at most. */
const MOST_REQUESTS = 60

/** What holds whatever happens; errors in the console fail every test. */
const expectSound = async ({ api }: RenderedApp, fault: FaultName) => {
  expect(pageFaults(), fault).toEqual([])
  screen.getByRole('navigation', { name: 'Main' })
  expect(screen.getByRole('button', { name: 'Account' })).toHaveProperty('disabled', false)
  const keys = await api.database.selectFrom('accounts').select('api_key').execute()
  for (const { api_key: key } of keys) expect(document.documentElement.outerHTML).not.toContain(key)
}

const ALL = Object.values(FAULT_ROWS)
  .flat()
  .flatMap(({ puts = [] }) => puts)
/** One fault for each thing that can be said. */
const EACH_WORD = ALL.filter((fault, nth) => ALL.findIndex((one) => wordsOf(one) === wordsOf(fault)) === nth)

/** So many faults, one after another on a page, are looked at in a few seconds. */
const AT_ONCE = 6
const PARTS = Object.entries(PANELS).flatMap(([name, panel]) => {
  const faults = name === 'journal' || process.env.DEEP ? ALL : EACH_WORD
  return Array.from({ length: Math.ceil(faults.length / AT_ONCE) }, (_, part) => ({
    name,
    ...panel,
    faults: faults.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  }))
})

test.each(PARTS)('fault-matrix: $name, $faults', async ({ account, url: urlOf, shown, gone, faults }) => {
  let url = ''
  const app = await renderApp('/settings', {
    account,
    before: async (api) => {
      url = await urlOf(api)
    },
  })
  const main = () => document.querySelector('main')!
  for (const fault of faults) {
    const before = app.api.toService.length
    app.api.fault(fault)
    app.open(url)
    const words = fault === 'data-404' ? (gone ?? wordsOf(fault)) : wordsOf(fault)
    await eventually(() => expect(main().textContent, fault).toMatch(words))
    await eventually(() => expect(app.queryClient.isFetching()).toBe(0))
    await expectSound(app, fault)
    expect(app.api.toService.length - before, fault).toBeLessThan(MOST_REQUESTS)
    // What differs by its words only need not be looked at again.
    if (EACH_WORD.includes(fault)) expect(await axeFindings(), `${fault}: axe`).toEqual([])
    app.api.fault()
    const again = screen.queryByRole('button', { name: 'Try again' })
    if (words === gone || fault === 'data-nulls') continue
    // What is over by itself may have gone meanwhile.
    if (again) {
      again.focus()
      await eventually(() => expect(again.getAttribute('aria-disabled') ?? 'false', fault).toBe('false'))
      await app.user.click(again)
    }
    await shown()
    expect(screen.queryAllByRole('alert'), fault).toEqual([])
    if (again) expect(document.activeElement, `${fault}: the focus`).not.toBe(document.body)
  }
})
