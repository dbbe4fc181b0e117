// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { allowConsole, eventually } from '#/test/render-app.tsx'
import { allLoaded, buttonOf, openOverview, panel, receipt } from '#/features/overview/page-testing.ts'
import { DAY_MS } from '#/contract/day.ts'

const findings = async () => {
  await eventually(() => expect(within(panel('Today')).queryAllByRole('listitem').length).toBeGreaterThan(0))
  return within(panel('Today')).getAllByRole('listitem')
}

test('there are at most three things to do today, and each button leads where it says', async () => {
  const app = await openOverview('', { account: 'marketer' })
  const { user, address, search } = app
  // Figures of incomplete data have other labels.
  await allLoaded()
  const count = (await findings()).length
  expect(count).toBeLessThanOrEqual(3)
  for (let index = 0; index < count; index++) {
    const item = (await findings())[index]!
    const title = words(within(item).getByRole('heading', { level: 3 }))
    const why = within(item).getByRole('button', { name: `Why: ${title}` })
    await user.click(why)
    expect(words(receipt())).toContain(title)
    expect(words(receipt())).toContain(' target contacts')
    expect(within(receipt()).getByText('How this is decided').closest('details')!.open).toBe(false)
    await user.click(why)
    const act = within(item).queryByRole('link') ?? within(item).getByRole('button', { name: /^Show/ })
    const lead = words(act)
    await user.click(act)
    if (lead === 'Missed callers') {
      const table = await screen.findByRole('table', { name: 'Callers' })
      const people = Number(/^Call back (\d+) /.exec(title)![1])
      await eventually(() => expect(within(table).getAllByRole('row')).toHaveLength(people + 1))
      app.history.back()
      await screen.findByRole('heading', { level: 1, name: 'Overview' })
    } else if (lead === 'Show only this source') {
      await eventually(() => expect(search().has('source')).toBe(true))
      await eventually(() => expect(buttonOf('Show all sources', item).ariaPressed).toBe('true'))
      await user.click(act)
      await eventually(() => expect(search().has('source')).toBe(false))
    } else {
      expect(['See when it stops', 'Check the tracking script']).toContain(lead)
      const place = lead === 'See when it stops' ? /^\/objects\/[^#]+$/ : /^\/objects\/.+#tracking-script$/
      await eventually(() => expect(address()).toMatch(place))
      const heading = await screen.findByRole('heading', { level: 1, name: /^(?!Overview)/ })
      expect(title).toContain(words(heading))
      app.history.back()
      await screen.findByRole('heading', { level: 1, name: 'Overview' })
    }
  }
})

test('it says whose contacts of which days it is about, whatever is filtered', async () => {
  const app = await openOverview('?period=last_month&target=1', { account: 'marketer' })
  const says = (of: RegExp) =>
    eventually(() => {
      const [, scope] = /Last 7 days, (.+?)\. Filters don’t apply here\./.exec(words(panel('Today'))) ?? []
      expect(scope).toMatch(of)
    })
  await says(/^all objects$/)
  const { objs } = await app.api.get<{ objs: { oid: string; title: string }[] }>('/api/v2/objs/')
  const { oid, title } = objs[0]!
  app.open(`/overview?object=${oid}`)
  // The name comes with its contacts.
  await says(new RegExp(`^(${oid}|${title})$`))
})

test('without the objects the rest is found, in a period without today too, and they can be asked for again', async () => {
  allowConsole(/status of 500/)
  const { api, press } = await openOverview('?period=last_month', {
    account: 'client',
    faults: ['objects-500'],
  })
  await eventually(() => expect(words(panel('Today'))).toContain('the objects did not load'))
  await findings()
  expect(words(panel('Today'))).not.toMatch(/ stops on | gone silent/)
  api.fault()
  await press('Retry', panel('Today'))
  await eventually(() => expect(words(panel('Today'))).toMatch(/ stops on | gone silent/))
  expect(words(panel('Today'))).not.toContain('the objects did not load')
  await eventually(() => expect(document.activeElement).toBe(panel('Today')))
})

test('days without contacts of an account that has some are no good news: the page does not say that all is well', async () => {
  await openOverview('', {
    before: async ({ database }) => {
      const account = await database
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', 'olga@smilestudio.ru')
        .executeTakeFirstOrThrow()
      const { count } = await database
        .selectFrom('contacts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_id', '=', account.id)
        .where('occurred_at', '<', Date.now() - 40 * DAY_MS)
        .executeTakeFirstOrThrow()
      expect(count).toBeGreaterThan(0)
      await database.deleteFrom('comments').execute()
      await database
        .deleteFrom('contacts')
        .where('account_id', '=', account.id)
        .where('occurred_at', '>=', Date.now() - 40 * DAY_MS)
        .execute()
    },
  })
  await allLoaded(0)
  await eventually(() => expect(words(panel('Today'))).toContain('No contacts came in the last 7 days'))
  await eventually(() => expect(words(panel('Trend'))).toContain('No contacts in these days'))
  expect(words(panel('Missed callers'))).toContain('There are no calls in these days')
  expect(document.body.textContent).not.toMatch(/Nothing needs you|No one|everyone was reached|Almost there/)
})
