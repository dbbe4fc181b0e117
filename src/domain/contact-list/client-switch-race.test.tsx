// @vitest-environment jsdom
import { notifyManager, QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import * as fc from 'fast-check'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { callQuery, callsPageQuery } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { filterOptionsQuery } from '#/api/filter-options.ts'
import { keysOf, readKey } from '#/api/keys.ts'
import { objectQuery, objectsQuery } from '#/api/objects.ts'
import type { CallFilters, Period } from '#/contract/call-filters.ts'
import { isReadable } from '#/contract/field.ts'
import { readmitClient } from '#/domain/client/client-access.ts'
import { ClientGate } from '#/domain/client/client-gate.tsx'
import { useCurrentClient } from '#/domain/client/current-client.ts'
import { dropSession, leaveSession } from '#/domain/session/leave.ts'
import { createQueryClient } from '#/app/query-client.ts'
import {
  RACING_CLIENTS,
  createRacingService,
  PAGE,
  TOTAL,
  type RacingService,
} from '#/test/racing-service.ts'
import { runs } from '#/test/runs.ts'
import { useContactRows } from './use-contact-rows.ts'

/*
 * No row of one client or account is ever on the screen of another, in whatever order answers come, while the user
 * switches, filters, moves, signs in and out; and of a client that the agency has lost nothing is on the screen or in the
 * cache from the first answer on that shows the loss. The hooks, the queries, the gate, the cache and its handling of lost
 * sessions and clients are the real ones; only the service is not, and each of its rows says whose it is.
 */

/** Whose page it is, which the route tells in life. */
let signedIn: { scope: Scope; session: { user: { is_agency_manager: true } } }
vi.mock('#/domain/session/use-signed-in.ts', () => ({ useSignedIn: () => signedIn }))
vi.mock('@tanstack/react-router', () => ({ Link: () => null }))

const PRINCIPALS = ['anna', 'boris'] as const
const OIDS = [null, 'o1', 'o2'] as const
const PERIODS = ['day', 'month'] as const satisfies Period[]

interface View {
  readonly scope: Scope
  readonly oid: string | null
  readonly filters: CallFilters
  readonly end: number
}

/** The contacts, the objects, one object, one contact and the candidates of a filter: each row says whose it is. */
const Rows = ({ scope, oid, filters, end }: View) => {
  const rows = useContactRows(scope, oid, filters, { start: 0, end })
  const objects = useQuery(objectsQuery(scope, undefined))
  const object = useQuery(objectQuery(scope, 'o1'))
  const call = useQuery(callQuery(scope, 'o1', '1'))
  const options = useQuery(filterOptionsQuery(scope, null))
  const contacts = Array.from({ length: rows.count }, (_, index) => rows.at(index))
  const texts = [
    ...contacts.map((row) => (row.state === 'ready' ? row.call.phone_number_from : null)),
    ...(objects.data?.objects.filter(isReadable) ?? []).map(({ title }) => title),
    object.data?.title,
    call.data?.call.phone_number_from,
    ...(options.data?.sources ?? []).map(({ label }) => label),
  ]
  return texts.map((text, index) => text && <li key={index}>{text}</li>)
}

/** What stands around the page of a client: its name, and the agency's list. */
const Frame = (view: View) => {
  const agencies = useQuery(agencyQuery(view.scope.principal))
  const current = useCurrentClient()
  return (
    <>
      {current && <li>{`${current.company_name}/current/${current.client}`}</li>}
      {clientsOf(agencies.data ?? []).map(({ client, company_name }) => (
        <li key={client}>{`${company_name}/listed/${client}`}</li>
      ))}
      <ClientGate>
        <Rows {...view} />
      </ClientGate>
    </>
  )
}

/** The page's part: what is chosen, and what becomes of it when the session does not last. */
const createPage = (service: RacingService) => {
  const box = document.createElement('div')
  const root = createRoot(box)
  let view: View | null = null
  const queryClient: QueryClient = createQueryClient({
    onSessionEnded: () => void leaveSession(queryClient, async () => show(null)),
    onPrincipalChanged: () => dropSession(queryClient, () => show(null)),
  })
  const show = (next: View | null) => {
    view = next
    if (view) signedIn = { scope: view.scope, session: { user: { is_agency_manager: true } } }
    root.render(<QueryClientProvider client={queryClient}>{view && <Frame {...view} />}</QueryClientProvider>)
  }
  const isLost = (owner: string) => service.refused.has(owner)
  const rows = () => [...box.querySelectorAll('li')].map((row) => row.textContent.split('/'))

  return {
    change: (change: Partial<View>) => view && show({ ...view, ...change }),
    switchTo: (client: string) => view && show({ ...view, scope: { ...view.scope, client } }),
    refresh: () => void queryClient.invalidateQueries(),
    /** As the way to a page is asked for while the pointer is over it. */
    prefetch: (client: string) => {
      if (!view) return
      const scope = { ...view.scope, client }
      void queryClient.prefetchQuery(callsPageQuery(scope, null, view.filters, 1))
      void queryClient.prefetchQuery(objectsQuery(scope, undefined))
    },
    checkAgain: () => {
      if (!view) return
      service.named.add(`${view.scope.principal}/${view.scope.client}`)
      readmitClient(queryClient, view.scope)
      void queryClient.invalidateQueries()
    },
    signOut: async () => {
      service.principal = null
      await leaveSession(queryClient, async () => show(null))
    },
    signIn: (principal: string) => {
      if (view) return
      service.principal = principal
      queryClient.clear()
      // A new session begins with what the list says.
      for (const client of RACING_CLIENTS) service.named.add(`${principal}/${client}`)
      show({ scope: { principal, client: 'c1' }, oid: null, filters: { period: 'month' }, end: PAGE })
    },

    /**
     * The invariant: each row on the screen belongs to the account, the client and the object that are chosen, and of a
     * client that is known to be lost there is nothing.
     */
    check: () => {
      for (const [principal, client, oid, named] of rows()) {
        const row = [principal, client, oid, named].join('/')
        expect(principal, row).toBe(view?.scope.principal)
        if (client !== '*') expect(client, row).toBe(view?.scope.client)
        if (client === '*' && oid === 'current') expect(named, row).toBe(view?.scope.client)
        if (client !== '*' && oid !== undefined) expect(oid, row).toBe(String(view?.oid))
        if (client === '*' && (oid === 'listed' || service.named.has(`${principal}/${named}`))) continue
        expect(isLost(`${principal}/${client === '*' ? named : client}`), `${row} was withdrawn`).toBe(false)
      }
      const held = queryClient.getQueryCache().findAll({
        predicate: ({ queryKey, state }) => {
          const { principal, client = null } = readKey(queryKey)?.scope ?? {}
          return client !== null && isLost(`${principal}/${client}`) && state.data !== undefined
        },
      })
      expect(held.map(({ queryHash }) => queryHash)).toEqual([])
    },

    /** Once every request is answered, the chosen data must be shown: an empty page would pass all other checks. */
    checkEnd: () => {
      if (!view) return
      const owner = `${view.scope.principal}/${view.scope.client}`
      const { principal, client } = view.scope
      if (service.withdrawn.has(owner)) {
        expect(queryClient.getQueryCache().findAll({ queryKey: keysOf({ principal, client }) })).toEqual([])
        return
      }
      const contact = `${owner}/${view.oid}/${view.filters.period}`
      const shown = rows().map((row) => row.join('/'))
      expect(shown.filter((row) => row === contact).length).toBeGreaterThanOrEqual(PAGE)
      // The object list, the object, the contact, the filter's candidate.
      expect(shown.filter((row) => row === owner)).toHaveLength(4)
      expect(shown).toContain(`${principal}/*/current/${client}`)
    },

    close: () => {
      root.unmount()
      queryClient.clear()
    },
  }
}

type Page = ReturnType<typeof createPage>
/** Something the user, another tab or the agency's administrator does. */
type Step = readonly [label: string, run: (page: Page, service: RacingService) => unknown]

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(...RACING_CLIENTS)
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
  { weight: 2, arbitrary: fc.constant<Step>(['check again', (page) => page.checkAgain()]) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...RACING_CLIENTS)
      .map((client): Step => [`point at ${client}`, (page) => page.prefetch(client)]),
  },
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
      .constantFrom(...RACING_CLIENTS)
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
      fc.boolean(),
      async (scheduler, steps, isAbortable, isListedAnyway) => {
        const { service, fetch } = createRacingService(scheduler, isAbortable, isListedAnyway)
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
        await look(() => page.checkAgain())
        await scheduler.waitIdle(look)
        page.checkEnd()
        act(() => page.close())
      },
    ),
    runs(400, 10_000),
  )
})
