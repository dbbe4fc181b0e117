import { leaveFewClients } from '#/features/agency/client-comparison/few-clients-testing.ts'
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SampleAccount } from '#/contract/session.ts'
import type { FaultName } from '#/server/faults.ts'
import type { ApiServer } from '#/test/api-server.ts'
import { button } from '#/test/page.ts'
import { pageFaults } from '#/test/page-faults.ts'
import { eventually, happens, type RenderedApp, type RenderAppOptions } from '#/test/render-app.tsx'
import type { PANEL_KINDS } from './row.ts'

/* Panels of each kind, for the fault matrices. */

/** Default messages of faults. */
const NOT_ANSWERING = /The call-tracking service is not answering/
const FAILED = /The service failed/
const UNREADABLE = /The service sent an answer that cannot be read/
const LATE = /This took too long/
const SAYS: Partial<Record<FaultName, RegExp>> = {
  'data-refused': NOT_ANSWERING,
  'data-too-late': LATE,
  'data-too-large': /Too much data for one request/,
  'data-400': /The service did not accept date_from/,
  'data-422': /The service did not accept status_filter/,
  'data-403': /Your account can’t see this/,
  'data-404': /The service has no such record/,
  'data-418': FAILED,
  'data-429': /Too many requests\. Next try 0:0\d/,
  'data-500': FAILED,
  'data-502': NOT_ANSWERING,
  'data-503-html': NOT_ANSWERING,
  'data-504': LATE,
  'data-599': NOT_ANSWERING,
  // A dash or a marked row.
  'data-nulls': /./,
}
export const faultLabel = (fault: FaultName): RegExp => SAYS[fault] ?? UNREADABLE

export interface FaultedPanel {
  readonly account: SampleAccount
  readonly url: (api: ApiServer) => string | Promise<string>
  readonly shown: () => Promise<unknown>
  readonly options?: Partial<RenderAppOptions>
  readonly says?: (fault: FaultName) => RegExp | null | undefined
  /** Missing records have no retry. */
  readonly gone?: RegExp
  readonly opens?: (app: RenderedApp) => Promise<unknown>
  readonly recovers?: (app: RenderedApp) => Promise<unknown>
  /** Raw JSON may contain "null". */
  readonly isRaw?: true
  /** Kiosks have no navigation. */
  readonly isFrameless?: true
  /** Unaffected by the service's faults. */
  readonly isOurs?: true
  /** Archived data would hide the faults. */
  readonly isCounted?: true
}

const oidOf = async (api: ApiServer) => {
  const { objs } = await api.get<{ objs: { oid: string }[] }>('/api/v2/objs/')
  return objs[0]!.oid
}
const contact = async (api: ApiServer) => {
  const oid = await oidOf(api)
  const { calls } = await api.get<{ calls: { id: string }[] }>(`/api/v2/objs/${oid}/calls?period=all`)
  return `/objects/${oid}/calls/${calls[0]!.id}`
}
const table = (name: string) => () => screen.findByRole('table', { name })
const regionNamed = (name: string) => () => screen.findByRole('region', { name })

/** The console shows any answer with its status. */
const consoleSays = (fault: FaultName) => (fault === 'data-nulls' ? null : /Response[2-5]\d\d/)

/**
 * What is said of a reading. It has parameters of its own, which nobody can change; and it asks for several pages at once:
 * five that are late, and the service is left alone (“503”).
 */
const countedSays = (fault: FaultName) =>
  fault === 'data-400' || fault === 'data-422'
    ? /The service did not accept this request/
    : fault === 'data-too-late' || fault === 'data-504'
      ? /This took too long|The call-tracking service is not answering/
      : fault === 'data-429'
        ? /Too many requests\. (?:Next try 0:0\d|Wait a little and try again)/
        : undefined

const sendAgain = async (app: RenderedApp) => {
  await eventually(() => expect(app.queryClient.isFetching()).toBe(0))
  await app.user.click(await eventually(() => button('Send request')))
}

/** Kiosk texts: short, no buttons. */
const kioskText = (fault: FaultName) =>
  fault === 'data-403'
    ? /may not be read any more/
    : fault === 'data-429'
      ? /The service asks to wait/
      : fault === 'data-nulls'
        ? null
        : /The service does not answer|Figures could not be refreshed/

export const FAULTED_PANELS: Readonly<Record<(typeof PANEL_KINDS)[number], FaultedPanel>> = {
  'a long list': { account: 'marketer', url: () => '/calls', shown: table('Contacts') },
  'a short list': { account: 'marketer', url: () => '/objects', shown: table('Objects') },
  'a board of clients and its form': {
    account: 'agency_manager',
    url: async (api) => {
      await leaveFewClients(api)
      return '/clients'
    },
    shown: () => Promise.all([table('Clients')(), regionNamed('Agency settings')()]),
  },
  'panels of figures': {
    account: 'small_marketer',
    isCounted: true,
    says: countedSays,
    url: () => '/overview',
    shown: () =>
      eventually(() => {
        expect(document.body.textContent).toMatch(/All [\d,]+ contacts? loaded/)
        screen.getByRole('table', { name: 'Sources' })
      }),
  },
  'a record': {
    account: 'marketer',
    url: contact,
    shown: regionNamed('This caller'),
    gone: /There is no such contact|no longer/,
  },
  'a record with forms': {
    account: 'marketer',
    url: async (api) => `/objects/${await oidOf(api)}`,
    shown: () => screen.findByRole('heading', { level: 1, name: /Домоград/ }),
    gone: /There is no such object/,
  },
  'a worklist': {
    account: 'marketer',
    isCounted: true,
    says: countedSays,
    url: () => '/call-back',
    shown: table('Callers'),
  },
  'a list of checks': {
    account: 'small_marketer',
    isCounted: true,
    url: () => '/health',
    shown: () => screen.findByText(/[1-9]\d* contacts in the archive/),
    says: countedSays,
    // Requests pause for three seconds after five failures.
    recovers: ({ user }) =>
      eventually(async () => {
        const again = () => screen.queryAllByRole('button', { name: /^(?:Retry|Read on)$/ })
        for (const one of again()) if (one.isConnected) await user.click(one)
        expect(again()).toEqual([])
      }),
  },
  'an answer as it came': {
    account: 'marketer',
    url: () => '/console?endpoint=all_calls',
    opens: sendAgain,
    says: consoleSays,
    isRaw: true,
    shown: async () => within(await regionNamed('Response')()).findByText('200'),
    recovers: sendAgain,
  },
  'a wall': {
    account: 'marketer',
    isCounted: true,
    url: () => '/live',
    options: { timers: true },
    isFrameless: true,
    shown: regionNamed('Today so far'),
    says: kioskText,
    recovers: () => happens(() => vi.advanceTimersByTime(60_000)),
  },
  'a list of our own': {
    account: 'agency_manager',
    url: () => '/audit',
    shown: table('Audit log'),
    isOurs: true,
  },
  'a dialog': {
    account: 'marketer',
    url: () => '/alerts',
    options: {},
    opens: async ({ user }) => user.click(await screen.findByRole('button', { name: 'New alert' })),
    shown: () => screen.findByRole('dialog', { name: 'New alert' }),
    isOurs: true,
  },
  settings: {
    account: 'agency_manager',
    url: () => '/settings',
    shown: async () => within(await regionNamed('My sessions')()).findByText('This browser'),
    isOurs: true,
  },
}

/** Invariants; console errors fail tests too. */
export const expectSound = async (
  { api }: RenderedApp,
  { isRaw, isFrameless }: FaultedPanel,
  what: string,
): Promise<void> => {
  expect(
    pageFaults().filter((fault) => !isRaw || fault !== 'text "null"'),
    what,
  ).toEqual([])
  if (!isFrameless) {
    screen.getAllByRole('navigation', { name: 'Main' })
    expect(screen.getByRole('button', { name: 'Account' })).toHaveProperty('disabled', false)
  }
  expect({}).not.toHaveProperty('polluted')
  const keys = await api.database.selectFrom('accounts').select('api_key').execute()
  for (const { api_key: key } of keys) expect(document.documentElement.outerHTML).not.toContain(key)
}
