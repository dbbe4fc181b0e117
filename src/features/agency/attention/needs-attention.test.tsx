// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CLIENT_ISSUES_PATH, type ClientIssuesAnswer } from '#/contract/archive/client-issues.ts'
import { findSwitcher } from '#/test/screens/agency.ts'
import { button, words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const COMPANIES = ['Sever Group', 'TopGruz', 'New company']
const region = () => screen.findByRole('region', { name: 'Needs attention' })
const lines = () => within(screen.getByRole('region', { name: 'Needs attention' })).queryAllByRole('link')

const openClients = async () => {
  const app = await renderApp('/clients', {
    account: 'agency_manager',
    before: async ({ database }) => {
      await database
        .updateTable('accounts')
        .set({ agency_id: null })
        .where('company_name', 'not in', COMPANIES)
        .execute()
    },
  })
  await eventually(async () => expect(words(await region())).toMatch(/checked \d\d:\d\d/))
  return app
}

test('what needs attention is there without a click, can be marked as seen and opens at its place', async () => {
  const app = await openClients()
  const { user } = app
  const found = lines().map(words)
  expect(found.length).toBeGreaterThan(0)
  for (const line of found) expect(line).toMatch(/^(Sever Group|TopGruz)( · .+)?: .+/)
  expect(words(await region())).toMatch(/\d+ issues?, costliest first/)

  for (const _ of found) await user.click(button(/^Mark as seen: .+/, (await region()).querySelector('li')!))
  expect(words(await region())).toContain(`No new issues, ${found.length} seen`)
  app.open('/clients')
  await eventually(async () => expect(words(await region())).toContain('No new issues'))
  await user.click(button(`${found.length} seen`, await region()))
  expect(lines().map(words)).toEqual(found)
  await user.click(button(/^Mark as not seen: .+/, (await region()).querySelector('li')!))
  await eventually(async () => expect(words(await region())).toContain('1 issue, costliest first'))

  app.api.standInFront((path) =>
    path.endsWith(CLIENT_ISSUES_PATH) ? Response.json({ error: 'internal' }, { status: 500 }) : null,
  )
  await user.click(button('Check again', await region()))
  await screen.findByText('The service failed.')
  expect(words(await region())).toContain('1 issue, costliest first')

  await app.queryClient.refetchQueries({ type: 'active' })
  await eventually(async () => expect(words(await region())).toMatch(/could not refresh/i))
  expect(lines()).toHaveLength(1)
  app.api.standInFront(null)
  await user.click(button('Retry', await region()))
  await eventually(async () => expect(words(await region())).not.toMatch(/could not refresh/i))

  await user.click(lines()[0]!)
  await findSwitcher(/^(Sever Group|TopGruz)/.exec(found[0]!)![0])
  expect(app.address()).not.toMatch(/^\/clients/)
})

test('says “No issues” only once all clients are checked, and how many are until then', async () => {
  const app = await openClients()
  const [[, known] = []] = app.queryClient.getQueriesData<ClientIssuesAnswer>({
    predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('client_issues'),
  })
  const { clients } = known!
  const say = async (late: number) => {
    const states = clients.map((state, nth) => ({ ...state, is_reading: nth < late }))
    const answer = { issues: [], total: 0, clients: states } satisfies ClientIssuesAnswer
    const headers = { 'x-callboard': '1' }
    app.api.standInFront((path) =>
      path.endsWith(CLIENT_ISSUES_PATH) ? Response.json(answer, { headers }) : null,
    )
    await app.queryClient.refetchQueries({ type: 'active' })
  }
  const all = clients.length
  await say(all)
  await eventually(async () =>
    expect(words(await region())).toContain(`Nothing found yet: 0 of ${all} clients checked`),
  )
  await say(0)
  await eventually(async () => expect(words(await region())).toContain(`No issues: ${all} clients`))
})
