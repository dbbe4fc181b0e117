/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readKey } from '#/api/keys.ts'
import { addDays } from '#/contract/day.ts'
import { clientNamed } from '#/test/api-server.ts'
import { listedClients, findSwitcher } from '#/test/screens/agency.ts'
import { button, words } from '#/test/page.ts'
import { allowConsole, eventually, renderApp } from '#/test/render-app.tsx'
import { SAMPLE_NOW } from '#/test/clock.ts'
import { ODD_ZONES, readIn } from '#/test/zones.ts'

const panelOf = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('section')].find((section) => {
    const heading = document.getElementById(section.getAttribute('aria-labelledby') ?? '')
    return (heading === null ? section.ariaLabel : words(heading)) === name
  })
const panel = (name: string) => {
  const found = panelOf(name)
  if (!found) throw new Error(`The page has no panel ${name}`)
  return found
}
const contacts = () => within(panel('Summary')).getByRole('button', { name: /^Contacts\s*[\d,]+/ })
const allLoaded = () =>
  eventually(() => expect(document.body.textContent).toMatch(/All [\d,]+ contacts? loaded/))

const openAsManager = async () => {
  const app = await renderApp('/clients', { account: 'agency_manager' })
  return {
    ...app,
    lost: (await listedClients(app.api))[0]!,
    cached: (client: string) =>
      app.queryClient
        .getQueryCache()
        .findAll()
        .filter(({ state }) => state.data !== undefined)
        .flatMap(({ queryKey }) => readKey(queryKey) ?? [])
        .filter(({ scope }) => scope.client === client)
        .map(({ name }) => name)
        .filter((name) => name === 'figures' || name === 'reading' || name === 'all_calls'),
    withdraw: async () => {
      app.api.fault('agency-loses-client')
      await listedClients(app.api)
    },
  }
}

test('a client that is withdrawn while its overview is open goes from the screen and from memory', async () => {
  allowConsole(/status of 403/)
  const { open, user, lost, withdraw, cached } = await openAsManager()
  open(`/overview?client=${lost.client}`)
  await allLoaded()
  await eventually(contacts)
  expect(cached(lost.client)).toContain('figures')
  await withdraw()
  await user.click(button('Refresh', screen.getByRole('main')))
  await screen.findByRole('heading', { name: `You no longer have access to ${lost.company_name}` })
  expect(screen.queryByRole('region')).toBeNull()
  await findSwitcher('none')
  await eventually(() => expect(cached(lost.client)).toEqual([]))
  expect(document.title).not.toContain(lost.company_name)
})

test('fields that a client is not to show are in no panel', async () => {
  const { api, open } = await openAsManager()
  open(`/overview?client=${await clientNamed(api, 'Stoma Plus')}&bucket=day`)
  await allLoaded()
  await eventually(() => panel('Pages'))
  for (const name of ['Managers', 'Regions']) expect(panelOf(name), name).toBeUndefined()

  const other = await clientNamed(api, 'Sever Group')
  api.fault('agency-hides-fields')
  open(`/overview?client=${other}&trend_metric=target_rate&heat_metric=mean_duration`)
  await allLoaded()
  const says = (name: string, text: RegExp) => eventually(() => expect(words(panel(name))).toMatch(text))
  const has = (name: string, role: 'button' | 'listitem', text: RegExp) =>
    [...within(panel(name)).queryAllByRole(role)].some((one) => text.test(words(one)))
  await says('Missed callers', /not shown here/)
  expect(has('Missed callers', 'listitem', /./)).toBe(false)
  expect(has('Missed callers', 'button', /^(Copy|All)/)).toBe(false)
  expect(words(screen.getByRole('main'))).not.toMatch(/\+7 \d{3} \d{3}-\d\d-\d\d/)
  expect(words(panel('Summary'))).not.toMatch(/Target rate|Average call/)
  await says('Funnel', /Answered/)
  expect(within(panel('Funnel')).queryByText('Target')).toBeNull()
  await says('Trend', /Contacts by day/)
  expect(has('Trend', 'button', /^Target rate$/)).toBe(false)
  await says('Heat map', /Contacts/)
  expect(has('Heat map', 'button', /^Mean call$/)).toBe(false)
})

test('a level of the sources that cannot be counted says so, and the others stay', async () => {
  allowConsole(/./)
  const { user, api } = await renderApp('/overview', { account: 'client' })
  await allLoaded()
  const rows = () => within(panel('Sources')).getAllByRole('row').length
  const again = () => within(panel('Sources')).queryByRole('button', { name: 'Retry' })
  const campaigns = () => within(panel('Sources')).getAllByRole('button', { name: /^Campaigns of / })[0]!
  await eventually(campaigns)
  const before = rows()
  api.breakOverviewCounting(true)
  await user.click(campaigns())
  await eventually(() => expect(again()).not.toBeNull())
  expect(rows()).toBeGreaterThanOrEqual(before)
  contacts()
  api.breakOverviewCounting(false)
  await user.click(again()!)
  await eventually(() => expect(again()).toBeNull())
  expect(rows()).toBeGreaterThan(before)
})

/** Where it is another day, at an hour of UTC, than at UTC+3, where all objects of this client are. */
const ELSEWHERE = ODD_ZONES.map((zone) => ({
  zone,
  hour: zone.startsWith('America/') || zone.startsWith('Africa/') ? 22 : zone === 'Asia/Beirut' ? 21 : 19,
}))

test.each(ELSEWHERE)(
  'fault-zones: a reader in $zone sees the days of the contacts’ own clock',
  async ({ zone, hour }) => {
    readIn(zone)
    const now = SAMPLE_NOW - (12 + 24 - hour) * 3_600_000
    const { user, address } = await renderApp('/overview?period=last_7_days', { account: 'client', now })
    await allLoaded()
    const there = new Date(now + 3 * 3_600_000).toISOString().slice(0, 10)
    expect(new Date().toLocaleDateString('sv-SE')).not.toBe(there)
    const dayLabel = (day: string) =>
      new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', {
        weekday: 'long',
        month: 'long',
        day: 'numeric',
        timeZone: 'UTC',
      })
    const trend = await eventually(() => within(panel('Trend')).getByRole('slider'))
    trend.focus()
    expect(trend.getAttribute('aria-valuetext')).toMatch(
      new RegExp(`^${dayLabel(there)} until \\d+:\\d\\d: `),
    )
    await user.keyboard('{Home}')
    // The comparison loads after the period.
    await eventually(() =>
      expect(trend.getAttribute('aria-valuetext')).toMatch(
        new RegExp(`^${dayLabel(addDays(there, -6))}: .*, was `),
      ),
    )
    await user.click(contacts())
    const receipt = await screen.findByRole('dialog', { name: 'Receipt' })
    await eventually(() => expect(words(receipt)).toContain(String(Number(addDays(there, -6).slice(8)))))
    await user.click(within(receipt).getByRole('link', { name: 'Open these contacts' }))
    await eventually(() => expect(address()).toContain(`date_from=${addDays(there, -6)}&date_to=${there}`))
  },
)
