// @vitest-environment jsdom
import { notifyManager, QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import * as fc from 'fast-check'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import type { Scope } from '#/api/client.ts'
import { objectsQuery } from '#/api/objects.ts'
import type { CallFilters, Period } from '#/contract/call-filters.ts'
import { isReadable } from '#/contract/field.ts'
import { dropSession, leaveSession } from '#/features/shell/session/leave.ts'
import { createQueryClient } from '#/query-client.ts'
import { json } from '#/test/fake-fetch.ts'
import { runs } from '#/test/runs.ts'
import { useContactRows } from './use-contact-rows.ts'

/*
 * No row of one client or account is ever on the screen of another, in whatever order answers come, while the person
 * switches, filters, moves, signs in and out. The hooks, the queries, the cache and its handling of lost sessions are the
 * real ones; only the service is not, and each of its rows says whose it is.
 */

const PRINCIPALS = ['anna', 'boris'] as const
const CLIENTS = ['c1', 'c2'] as const
const OIDS = [null, 'o1', 'o2'] as const
const PERIODS = ['day', 'month'] as const satisfies Period[]

interface View {
  readonly scope: Scope
  readonly oid: string | null
  readonly filters: CallFilters
  readonly end: number
}

const Rows = ({ scope, oid, filters, end }: View) => {
  const rows = useContactRows(scope, oid, filters, { start: 0, end })
  const objects = useQuery(objectsQuery(scope, undefined))
  const agencies = useQuery(agencyQuery(scope.principal))
  const contacts = Array.from({ length: rows.count }, (_, index) => rows.at(index))
  return (
    <>
      {contacts.map(
        (row, index) => row.state === 'ready' && <li key={index}>{row.call.phone_number_from}</li>,
      )}
      {objects.data?.objects.filter(isReadable).map(({ oid, title }) => (
        <li key={oid}>{title}</li>
      ))}
      {clientsOf(agencies.data ?? []).map(({ client, company_name }) => (
        <li key={client}>{company_name}</li>
      ))}
    </>
  )
}

const PAGE = 2
const TOTAL = 4

/** The service behind our server: a request is judged when it arrives, its answer comes when the scheduler lets it. */
const createService = (scheduler: fc.Scheduler, isAbortable: boolean) => {
  let clock = 0
  const service = {
    /** Whose the cookie is. */
    principal: null as string | null,
    withdrawn: new Set<string>(),
    /** Clients whose loss the page has been told of, and when. */
    refused: new Map<string, number>(),
  }

  const answer = (principal: string, client: string | null, url: URL): { status: number; body: unknown } => {
    if (client !== null && service.withdrawn.has(`${principal}/${client}`))
      return { status: 403, body: { error: 'client_forbidden' } }
    const owner = `${principal}/${client ?? '*'}`
    const [, oid = null] = /\/objs\/([^/]+)\/calls$/.exec(url.pathname) ?? []
    if (url.pathname.endsWith('/agency'))
      return {
        status: 200,
        body: [{ name: owner, clients: CLIENTS.map((client) => ({ client, company_name: owner })) }],
      }
    if (url.pathname.endsWith('/objs/')) return { status: 200, body: { objs: [{ oid: 'o1', title: owner }] } }
    const page = Number(url.searchParams.get('page') ?? 1)
    const calls = Array.from({ length: PAGE }, (_, index) => ({
      id: (page - 1) * PAGE + index + 1,
      phone_number_from: `${owner}/${oid}/${url.searchParams.get('period')}`,
    }))
    const pagination = { current_page: page, total_pages: TOTAL / PAGE, total_objects: TOTAL }
    return { status: 200, body: { calls, meta: { pagination } } }
  }

  const fetch = async (path: string, { signal }: RequestInit = {}): Promise<Response> => {
    const url = new URL(path, 'http://page')
    const [, client = null] = /\/clients\/([^/]+)\//.exec(url.pathname) ?? []
    const { principal } = service
    const arrived = clock
    const { status, body } =
      principal === null ? { status: 401, body: { error: 'session_ended' } } : answer(principal, client, url)
    await scheduler.schedule(Promise.resolve(), `${status} ${path}`)
    if (signal?.aborted) {
      // An answer whose body is on its way already is not stopped by an abort.
      if (isAbortable) throw signal.reason
    } else if (client !== null) {
      const owner = `${principal}/${client}`
      if (status === 403) service.refused.set(owner, ++clock)
      else if (arrived >= (service.refused.get(owner) ?? Infinity)) service.refused.delete(owner)
    }
    return json(body, { status, headers: principal === null ? {} : { 'x-callboard-principal': principal } })
  }
  return { service, fetch }
}

/** The page's part: what is chosen, and what becomes of it when the session does not last. */
const createPage = (service: ReturnType<typeof createService>['service']) => {
  const box = document.createElement('div')
  const root = createRoot(box)
  let view: View | null = null
  const queryClient: QueryClient = createQueryClient({
    onSessionEnded: () => void leaveSession(queryClient, async () => show(null)),
    onPrincipalChanged: () => dropSession(queryClient, () => show(null)),
  })
  const show = (next: View | null) => {
    view = next
    root.render(<QueryClientProvider client={queryClient}>{view && <Rows {...view} />}</QueryClientProvider>)
  }
  const rows = () => [...box.querySelectorAll('li')].map((row) => row.textContent.split('/'))

  return {
    change: (change: Partial<View>) => view && show({ ...view, ...change }),
    switchTo: (client: string) => view && show({ ...view, scope: { ...view.scope, client } }),
    refresh: () => void queryClient.invalidateQueries(),
    signOut: async () => {
      service.principal = null
      await leaveSession(queryClient, async () => show(null))
    },
    signIn: (principal: string) => {
      if (view) return
      service.principal = principal
      queryClient.clear()
      show({ scope: { principal, client: 'c1' }, oid: null, filters: { period: 'month' }, end: PAGE })
    },

    /** The invariant: each row on the screen belongs to the account, the client and the object that are chosen. */
    check: () => {
      for (const [principal, client, oid] of rows()) {
        const row = `${principal}/${client}/${oid ?? ''}`
        expect(principal, row).toBe(view?.scope.principal)
        if (client !== '*') expect(client, row).toBe(view?.scope.client)
        if (oid !== undefined) expect(oid, row).toBe(String(view?.oid))
        expect(service.refused.has(`${principal}/${client}`), `${row} was withdrawn`).toBe(false)
      }
    },

    /** When everything has been asked anew and answered, what is chosen is there: an empty page would prove nothing. */
    checkEnd: () => {
      if (!view) return
      const owner = `${view.scope.principal}/${view.scope.client}`
      if (service.withdrawn.has(owner)) return
      const contact = `${owner}/${view.oid}/${view.filters.period}`
      const shown = rows().map((row) => row.join('/'))
      expect(shown.filter((row) => row === contact).length).toBeGreaterThanOrEqual(PAGE)
      expect(shown).toContain(owner)
    },

    close: () => {
      root.unmount()
      queryClient.clear()
    },
  }
}

type Page = ReturnType<typeof createPage>
type Service = ReturnType<typeof createService>['service']
/** Something the person, another tab or the agency's administrator does. */
type Step = readonly [label: string, run: (page: Page, service: Service) => unknown]

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(...CLIENTS)
      .map((client): Step => [`switch to ${client}`, (page) => page.switchTo(client)]),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...OIDS).map((oid): Step => [`object ${oid}`, (page) => page.change({ oid })]),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...PERIODS)
      .map((period): Step => [`period ${period}`, (page) => page.change({ filters: { period } })]),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(1, TOTAL)
      .map((end): Step => [`scroll to ${end}`, (page) => page.change({ end })]),
  },
  { weight: 2, arbitrary: fc.constant<Step>(['refresh', (page) => page.refresh()]) },
  { weight: 1, arbitrary: fc.constant<Step>(['sign out', (page) => page.signOut()]) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...PRINCIPALS)
      .map((principal): Step => [`sign in as ${principal}`, (page) => page.signIn(principal)]),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(null, ...PRINCIPALS)
      .map((principal): Step => [
        `elsewhere ${principal} signs in`,
        (_, service) => (service.principal = principal),
      ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...CLIENTS)
      .map((client): Step => [
        `${client} is withdrawn`,
        (_, service) => service.withdrawn.add(`${service.principal}/${client}`),
      ]),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Step>(['all clients are given back', (_, service) => service.withdrawn.clear()]),
  },
)

test('client-switch-race', { timeout: 600_000 }, async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // At once instead of with the next timer: what a step leads to is there when the step is over.
  notifyManager.setScheduler(queueMicrotask)
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { minLength: 4, maxLength: 20 }),
      fc.boolean(),
      async (scheduler, steps, isAbortable) => {
        const { service, fetch } = createService(scheduler, isAbortable)
        vi.stubGlobal('fetch', fetch)
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
        await look(() => page.refresh())
        await scheduler.waitIdle(look)
        page.checkEnd()
        act(() => page.close())
      },
    ),
    runs(400, 10_000),
  )
})
