/** @module-tag all */
// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { agencyQuery } from '#/api/agency.ts'
import { ClientGate } from '#/domain/client/client-gate.tsx'
import { oneStepOf, race, racingSession } from '#/test/races/client-race.tsx'
import { runs } from '#/test/runs.ts'
import type { OverviewSearch } from '#/features/overview/search.ts'
import { useAddress, useAnswer, useOverview, useTable } from './use-overview.ts'
import { OverviewProvider } from './overview-provider.tsx'

/*
 * No figure of a client or account may appear under another's name while the user switches, filters, signs in and
 * out; data of a lost client is removed with the first answer that shows the loss.
 */

let search: OverviewSearch = {}
vi.mock('#/domain/session/use-signed-in.ts', () => ({ useSignedIn: () => racingSession.now }))
vi.mock('#/domain/preferences/use-preferences.ts', () => ({
  usePreferences: () => ({ preferences: {}, saved: {} }),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: () => null,
  useNavigate: () => () => {},
  useSearch: () => search,
}))
const SEARCHES: readonly OverviewSearch[] = [
  {},
  { period: 'last_7_days', compare: 'none' },
  { object: 'o1' },
  { kind: 'first_time' },
]

const Figures = () => (
  <OverviewProvider at="/overview">
    <Reported />
    <Probe />
  </OverviewProvider>
)

const Reported = () => {
  const { objectTitle, retry } = useOverview('objectTitle', 'retry')
  const { object } = useAddress('object')
  const rows = useTable('source')?.rows.map(({ value }) => value) ?? []
  const title = objectTitle(object ?? 'o1')
  return (
    <>
      <button onClick={retry}>Retry</button>
      {[...rows, ...(title === 'o1' ? [] : [title])].map(
        (text, index) => text && <li key={index}>{text}</li>,
      )}
    </>
  )
}

const Probe = () => {
  const { data } = useAnswer('table', 'all sources', ALL_SOURCES)
  return data?.rows.map(({ value }) => value !== null && <li key={value}>{value}</li>)
}
const ALL_SOURCES = { dimension: 'source', filters: [], won: [], limit: null } as const

const Frame = () => {
  useQuery(agencyQuery(racingSession.now.scope.principal))
  return (
    <ClientGate>
      <Figures />
    </ClientGate>
  )
}

test('overview-client-switch-race', async () => {
  await race<{ readonly look: OverviewSearch }>({
    first: { look: {} },
    draw: ({ look }) => {
      search = look
      return <Frame />
    },
    mostSteps: 16,
    runs: runs(50, 2_000),
    steps: [
      oneStepOf(4, SEARCHES, (look) => [`look at ${JSON.stringify(look)}`, (page) => page.change({ look })]),
      oneStepOf(2, ['try again'], (label) => [label, (page) => page.box.querySelector('button')?.click()]),
    ],

    check: (page) => {
      const scope = page.scope()
      for (const row of page.texts()) {
        const [principal, client, oid] = row.split('/')
        expect([principal, client], row).toEqual([scope?.principal, scope?.client])
        if (oid !== undefined) expect(oid, row).toBe(String(search.object ?? null))
        expect(page.isLost(`${principal}/${client}`), `${row} was withdrawn`).toBe(false)
      }
    },

    checkEnd: (page, service) => {
      const scope = page.scope()
      const owner = `${scope?.principal}/${scope?.client}`
      if (!scope || service.withdrawn.has(owner)) return
      const figures = page.texts().filter((row) => row === `${owner}/${search.object ?? null}`)
      expect(figures).toHaveLength(2)
    },
  })
})
