/** @module-tag all */
// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { callQuery, callsPageQuery } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { filterOptionsQuery } from '#/api/filter-options/filter-options.ts'
import { keysOf } from '#/api/keys.ts'
import { objectQuery, objectsQuery } from '#/api/objects.ts'
import type { CallFilters, Period } from '#/contract/call-filters.ts'
import { isReadable } from '#/contract/field.ts'
import { ClientGate } from '#/domain/client/client-gate.tsx'
import { useCurrentClient } from '#/domain/client/current-client.ts'
import { oneStepOf, race, racingSession } from '#/test/races/client-race.tsx'
import { PAGE, RACING_CLIENTS, TOTAL } from '#/test/races/racing-service.ts'
import { runs } from '#/test/runs.ts'
import { useContactRows } from './use-contact-rows.ts'

/*
 * No row of one client or account may appear under another, in any order of answers; a lost client leaves no data
 * on screen or in the cache. Everything but the service is real, and each row names its owner.
 */

vi.mock('#/domain/session/use-signed-in.ts', () => ({ useSignedIn: () => racingSession.now }))
vi.mock('@tanstack/react-router', () => ({ Link: () => null }))

const OIDS = [null, 'o1', 'o2'] as const
const PERIODS = ['day', 'month'] as const satisfies Period[]

interface View {
  readonly oid: string | null
  readonly filters: CallFilters
  readonly end: number
}

/** One component per kind of query; each row names its owner. */
const Rows = ({ scope, oid, filters, end }: View & { readonly scope: Scope }) => {
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

const Frame = (view: View) => {
  const { scope } = racingSession.now
  const agencies = useQuery(agencyQuery(scope.principal))
  const current = useCurrentClient()
  return (
    <>
      {current && <li>{`${current.company_name}/current/${current.client}`}</li>}
      {clientsOf(agencies.data ?? []).map(({ client, company_name }) => (
        <li key={client}>{`${company_name}/listed/${client}`}</li>
      ))}
      <ClientGate>
        <Rows {...view} scope={scope} />
      </ClientGate>
    </>
  )
}

test('client-switch-race', async () => {
  await race<View>({
    first: { oid: null, filters: { period: 'month' }, end: PAGE },
    draw: (view) => <Frame {...view} />,
    mostSteps: 20,
    runs: runs(120, 4_000),
    steps: [
      oneStepOf(3, OIDS, (oid) => [`object ${oid}`, (page) => page.change({ oid })]),
      oneStepOf(3, PERIODS, (period) => [`period ${period}`, (page) => page.change({ filters: { period } })]),
      oneStepOf(2, [1, TOTAL], (end) => [`scroll to ${end}`, (page) => page.change({ end })]),
      oneStepOf(2, ['refresh'], (label) => [label, (page) => void page.queryClient.invalidateQueries()]),
      // Prefetch on hover.
      oneStepOf(2, RACING_CLIENTS, (client) => [
        `point at ${client}`,
        ({ queryClient, view, ...page }) => {
          const scope = page.scope()
          if (!scope) return
          const there = { ...scope, client }
          void queryClient.prefetchQuery(callsPageQuery(there, null, view().filters, 1))
          void queryClient.prefetchQuery(objectsQuery(there, undefined))
        },
      ]),
    ],

    // All rows belong to the selected account, client and object; none of a lost client.
    check: (page, service) => {
      const scope = page.scope()
      for (const row of page.texts()) {
        const [principal, client, oid, named] = row.split('/')
        expect(principal, row).toBe(scope?.principal)
        if (client !== '*') expect(client, row).toBe(scope?.client)
        if (client === '*' && oid === 'current') expect(named, row).toBe(scope?.client)
        if (client !== '*' && oid !== undefined) expect(oid, row).toBe(String(page.view().oid))
        if (client === '*' && (oid === 'listed' || service.named.has(`${principal}/${named}`))) continue
        const owner = `${principal}/${client === '*' ? named : client}`
        expect(page.isLost(owner), `${row} was withdrawn`).toBe(false)
      }
    },

    checkEnd: (page, service) => {
      const scope = page.scope()
      if (!scope) return
      const owner = `${scope.principal}/${scope.client}`
      if (service.withdrawn.has(owner)) {
        expect(page.queryClient.getQueryCache().findAll({ queryKey: keysOf(scope) })).toEqual([])
        return
      }
      const { oid, filters } = page.view()
      const shown = page.texts()
      const contact = `${owner}/${oid}/${filters.period}`
      expect(shown.filter((row) => row === contact).length).toBeGreaterThanOrEqual(PAGE)
      expect(shown.filter((row) => row === owner)).toHaveLength(4)
      expect(shown).toContain(`${scope.principal}/*/current/${scope.client}`)
    },
  })
})
