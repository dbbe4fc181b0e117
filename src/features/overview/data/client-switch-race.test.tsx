// @vitest-environment jsdom
import { notifyManager, QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import * as fc from 'fast-check'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { agencyQuery } from '#/api/agency.ts'
import type { Scope } from '#/api/client.ts'
import { readKey } from '#/api/keys.ts'
import { readmitClient } from '#/domain/client/client-access.ts'
import { ClientGate } from '#/domain/client/client-gate.tsx'
import { dropSession, leaveSession } from '#/domain/session/leave.ts'
import { createQueryClient } from '#/app/query-client.ts'
import { createFakeWorker, type FakeWorker } from '#/test/fake-analytics-worker.ts'
import { RACING_CLIENTS, createRacingService, type RacingService } from '#/test/racing-service.ts'
import { runs } from '#/test/runs.ts'
import type { OverviewSearch } from '#/features/overview/search.ts'
import { useAddress, useAnswer, useLoading, useTable } from './use-overview.ts'
import { OverviewProvider } from './overview-provider.tsx'

/*
 * No figure of one client or account is ever on the screen under another's name, while the overview loads and the user
 * switches, narrows, signs in and out; and of a client that the agency has lost no worker holds a contact from the first
 * answer on that shows the loss. All but the service and the thread the worker runs in is the real thing.
 */

/** Whose page it is, which the route tells in life. */
let signedIn: { scope: Scope; session: { user: { is_agency_manager: true } } }
let search: OverviewSearch = {}
let workers: FakeWorker[] = []
let answers: () => Promise<unknown> = async () => {}
vi.mock('#/domain/session/use-signed-in.ts', () => ({ useSignedIn: () => signedIn }))
vi.mock('#/domain/preferences/use-preferences.ts', () => ({
  usePreferences: () => ({ preferences: {} }),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: () => null,
  useNavigate: () => () => {},
  useSearch: () => search,
}))
vi.mock('#/api/trusted-worker.ts', () => ({
  startWorker: () => {
    const worker = createFakeWorker(answers)
    workers.push(worker)
    return worker
  },
}))

const PRINCIPALS = ['anna', 'boris'] as const
const SEARCHES: readonly OverviewSearch[] = [
  {},
  { period: 'last_7_days', compare: 'none' },
  { object: 'o1' },
  { kind: 'first_time' },
]

/** Every contact says by its source whose it is, and every object by its title. */
const Figures = () => (
  <OverviewProvider from="/_app/overview">
    <Reported />
    <Asked />
  </OverviewProvider>
)

const Reported = () => {
  const { objectTitle, isBroken, restart } = useLoading('objectTitle', 'isBroken', 'restart')
  const { object } = useAddress('object')
  const rows = useTable('source')?.rows.map(({ value }) => value) ?? []
  const title = objectTitle(object ?? 'o1')
  return (
    <>
      {isBroken && <button onClick={restart}>Try again</button>}
      {[...rows, ...(title === 'o1' ? [] : [title])].map(
        (text, index) => text && <li key={index}>{text}</li>,
      )}
    </>
  )
}

/** What panels ask for themselves. */
const Asked = () => {
  const { data } = useAnswer('table', 'all sources', ALL_SOURCES)
  return data?.rows.map(({ value }) => value !== null && <li key={value}>{value}</li>)
}
const ALL_SOURCES = { dimension: 'source', filters: [], won: [], limit: null } as const

const Frame = () => {
  useQuery(agencyQuery(signedIn.scope.principal))
  return (
    <ClientGate>
      <Figures />
    </ClientGate>
  )
}

const createPage = (service: RacingService) => {
  const box = document.createElement('div')
  const root = createRoot(box)
  let scope: Scope | null = null
  const queryClient: QueryClient = createQueryClient({
    onSessionEnded: () => void leaveSession(queryClient, async () => show(null)),
    onPrincipalChanged: () => dropSession(queryClient, () => show(null)),
  })
  const show = (next: Scope | null, look: OverviewSearch = search) => {
    scope = next
    search = look
    if (next) signedIn = { scope: next, session: { user: { is_agency_manager: true } } }
    root.render(<QueryClientProvider client={queryClient}>{next && <Frame />}</QueryClientProvider>)
  }
  const ownerOf = ({ principal, client }: Scope) => `${principal}/${client}`
  const isLost = (owner: string) => service.refused.has(owner)
  const rows = () => [...box.querySelectorAll('li')].map(({ textContent }) => textContent)

  return {
    look: (look: OverviewSearch) => scope && show(scope, look),
    switchTo: (client: string) => scope && show({ ...scope, client }),
    checkAgain: () => {
      if (!scope) return
      readmitClient(queryClient, scope)
      void queryClient.invalidateQueries()
      box.querySelector('button')?.click()
    },
    signOut: async () => {
      service.principal = null
      await leaveSession(queryClient, async () => show(null))
    },
    signIn: (principal: string) => {
      if (scope) return
      service.principal = principal
      queryClient.clear()
      show({ principal, client: 'c1' }, {})
    },

    check: () => {
      for (const row of rows()) {
        const [principal, client, oid] = row.split('/')
        expect([principal, client], row).toEqual([scope?.principal, scope?.client])
        if (oid !== undefined) expect(oid, row).toBe(String(search.object ?? null))
        expect(isLost(`${principal}/${client}`), `${row} was withdrawn`).toBe(false)
      }
      // Nothing of a lost client, nor of an account that has left, is held anywhere.
      const held = queryClient
        .getQueryCache()
        .getAll()
        .filter(({ queryKey, state }) => {
          const held = readKey(queryKey)?.scope
          return held?.client && state.data !== undefined && isLost(ownerOf(held))
        })
      expect(held.map(({ queryHash }) => queryHash)).toEqual([])
      for (const worker of workers) {
        const job = worker.job()
        if (job === null) continue
        expect(job.scope.principal, 'a worker of another account').toBe(scope?.principal)
        if (isLost(ownerOf(job.scope))) expect(worker.loaded(), 'a worker of a lost client').toBe(0)
        const twins = workers.filter((other) => JSON.stringify(other.job()) === JSON.stringify(job))
        expect(twins, 'two workers of one job').toHaveLength(1)
      }
    },

    /** An empty page would prove nothing. */
    checkEnd: () => {
      if (!scope || service.withdrawn.has(ownerOf(scope))) return
      const isNarrowed = search.kind !== undefined
      const figures = rows().filter((row) => row === `${ownerOf(scope!)}/${search.object ?? null}`)
      // The panel's own question is of all contacts, whatever narrows the report.
      expect(figures).toHaveLength(isNarrowed ? 1 : 2)
    },

    close: () => {
      root.unmount()
      dropSession(queryClient, () => {})
      expect(workers.map((worker) => worker.job()).filter((job) => job !== null)).toEqual([])
    },
  }
}

type Page = ReturnType<typeof createPage>
type Step = readonly [label: string, run: (page: Page, service: RacingService) => unknown]

const oneOf = <T,>(weight: number, values: readonly T[], toStep: (value: T) => Step) => ({
  weight,
  arbitrary: fc.constantFrom(...values).map(toStep),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  oneOf(6, RACING_CLIENTS, (client) => [`switch to ${client}`, (page) => page.switchTo(client)]),
  oneOf(4, SEARCHES, (look) => [`look at ${JSON.stringify(look)}`, (page) => page.look(look)]),
  oneOf(2, ['again'], () => ['check again', (page) => page.checkAgain()]),
  oneOf(1, ['out'], () => ['sign out', (page) => page.signOut()]),
  oneOf(3, PRINCIPALS, (principal) => [`sign in as ${principal}`, (page) => page.signIn(principal)]),
  oneOf(1, [null, ...PRINCIPALS], (principal) => [
    `elsewhere ${principal} signs in`,
    (_, service) => (service.principal = principal),
  ]),
  oneOf(1, RACING_CLIENTS, (client) => [
    `${client} is withdrawn`,
    (_, service) => service.withdrawn.add(`${service.principal}/${client}`),
  ]),
  oneOf(1, ['back'], () => ['all clients are given back', (_, service) => service.withdrawn.clear()]),
)

test('overview-client-switch-race', { timeout: 600_000 }, async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  notifyManager.setScheduler(queueMicrotask)
  let started = 0
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { minLength: 4, maxLength: 16 }),
      fc.boolean(),
      fc.boolean(),
      async (scheduler, steps, isAbortable, isListedAnyway) => {
        const { service, fetch } = createRacingService(scheduler, isAbortable, isListedAnyway)
        vi.stubGlobal('fetch', fetch)
        workers = []
        answers = () => scheduler.schedule(Promise.resolve(), 'a report')
        const page = createPage(service)
        /** Runs one step, or lets one answer come, and looks at the screen. */
        const look = async (work: () => unknown) => {
          await act(async () => {
            await work()
            await new Promise((done) => setImmediate(done))
          })
          page.check()
        }
        await look(() => page.signIn('anna'))
        scheduler.scheduleSequence(
          steps.map(([label, run]) => ({ label, builder: async () => void (await run(page, service)) })),
        )
        await scheduler.waitIdle(look)
        await look(() => page.checkAgain())
        await scheduler.waitIdle(look)
        page.checkEnd()
        started += workers.length
        act(() => page.close())
      },
    ),
    runs(150, 5_000),
  )
  expect(started).toBeGreaterThan(0)
})
