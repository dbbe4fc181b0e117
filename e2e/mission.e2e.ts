import type { Page } from '@playwright/test'
import { DURATION_FILTERS, ORDER_FIELDS, ORDER_WAYS, type OrderField } from '#/contract/call-filters.ts'
import { OBJECT_STATUS } from '#/contract/codes.ts'
import { SAMPLE_STORIES } from '#/server/reference/sample/stories.ts'
import { clientNamed, contactLinks, objectTitles, switcher, switchTo } from './support/agency.ts'
import { findContact } from './support/calls.ts'
import { filters, pill } from './support/journal.ts'
import { openEditor } from './support/script-config.ts'
import { signInAtCompany, test as oidcTest } from './support/servers/company.ts'
import { test as proxyTest } from './support/servers/company-proxy.ts'
import { CALLS, SAME_SITE, test as portalTest } from './support/servers/portal.ts'
import { test } from './support/servers/real-api.ts'
import { credentialsOf, signIn, signInByRequest } from './support/sign-in.ts'
import { answered, expect } from './support/test.ts'
import { undocumented, wireOf } from './support/watch/wire.ts'

/*
 * Last part of `npm run test:all`: the built app in front of the reference service, with documented requests
 * only, none refused.
 */

/** Plans off the price list are 404 (API document 4.5); recordings aren't behind the gate. */
const EXPECTED = /payment\/plans|status of 404.*\/recordings\//

/** All requests are documented and succeed. */
const expectStrict = (reached: readonly string[], sent: ReturnType<typeof wireOf>) => {
  expect(reached.length).toBeGreaterThan(0)
  expect(undocumented(reached)).toEqual([])
  const refused = sent.filter(({ path, status }) => path.startsWith('/v2/') && status >= 400)
  expect(refused).toEqual([])
}
const ORDERED = {
  source: 'Source',
  uri: 'Page',
  from: 'Caller',
  duration: 'Duration',
  status: 'Status',
  title: 'Object',
  service: 'Service',
} as const satisfies Record<OrderField, string>
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('the mission walk: sign-in, objects by status, every filter and order of the journal', async ({
  page,
  gate,
  second: { origin },
}) => {
  const sent = wireOf(page)
  await test.step('sign-in', async () => {
    await page.goto(`${origin}/objects`)
    await expect(page).toHaveURL(/\/sign-in\?next=/)
    await signIn(page, 'marketer')
    await expect(heading(page, 'Objects')).toBeVisible()
    expect(gate.calls).toContain('POST /v2/users/sign_in')
  })

  await test.step('objects by status', async () => {
    const tabs = page.getByRole('navigation', { name: 'Object status' })
    for (const name of ['active', 'pending', 'check', 'disabled', 'deleted'] as const) {
      const status = String(OBJECT_STATUS[name])
      await tabs.getByRole('link', { name: new RegExp(`^${name}$`, 'i') }).click()
      await expect(page).toHaveURL(new RegExp(`/objects\\?status=${status}$`))
      await expect
        .poll(() => sent.filter(({ path }) => path === '/v2/objs/').map(({ query }) => query['status']))
        .toContain(status)
    }
  })

  const requestedQueries = () =>
    sent
      .filter(({ path }) => path === '/v2/calls')
      .map(({ query, status }) => ({ ...query, page: undefined, status: String(status) }))
  const expectRequest = (query: Readonly<Record<string, string>>) =>
    expect.poll(requestedQueries).toContainEqual({ ...query, status: '200' })
  const choose = async (filter: string, option: string) => {
    await filters(page)
      .getByRole('button', { name: new RegExp(`^${filter}( |$)`) })
      .click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const takeOff = (filter: string) =>
    filters(page)
      .getByRole('button', { name: new RegExp(`^Remove filter: ${filter}`) })
      .click()

  await test.step('every period', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Journal' }).click()
    await expect(contactLinks(page).first()).toBeVisible()
    for (const [word, period] of [
      ['Day', 'day'],
      ['Week', 'week'],
      ['Month', 'month'],
      ['Year', 'year'],
    ] as const) {
      await filters(page)
        .getByRole('button', { name: /^Period/ })
        .click()
      await page.getByRole('radio', { name: word, exact: true }).check()
      await page.getByRole('button', { name: 'Apply' }).click()
      await expectRequest({ period })
    }
    await filters(page)
      .getByRole('button', { name: /^Period/ })
      .click()
    await page.getByLabel('From', { exact: true }).fill('2026-09-01')
    await page.getByLabel('To', { exact: true }).fill('2026-10-31')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expectRequest({ period: 'custom', date_from: '2026-09-01', date_to: '2026-10-31' })
    await choose('Period', 'All time')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expectRequest({ period: 'all' })
  })

  await test.step('every filter', async () => {
    for (const [name, filter] of [
      ['Target only', 'target_filter'],
      ['First-time only', 'repeated_filter'],
    ] as const) {
      await filters(page).getByRole('checkbox', { name }).click()
      await expectRequest({ period: 'all', [filter]: '1' })
      await filters(page).getByRole('checkbox', { name }).click()
    }
    for (const [name, filter, text] of [
      ['Page address', 'uri_filter', 'okna'],
      ['Caller', 'from_filter', '495'],
    ] as const) {
      await pill(page, name).click()
      await page.getByRole('textbox', { name, exact: true }).fill(text)
      await page.keyboard.press('Enter')
      await expectRequest({ period: 'all', [filter]: text })
      await takeOff(name)
    }
    await choose('Status', 'No answer')
    await expectRequest({ period: 'all', status_filter: 'NOANSWER' })
    await takeOff('Status')
    const source = page.getByRole('combobox', { name: 'Source', exact: true })
    await pill(page, 'Source').click()
    await source.fill('Поисковая реклама')
    await page.getByRole('option', { name: 'Поисковая реклама', exact: true }).click()
    await expectRequest({ period: 'all', source_filter: 'PAID_SEARCH' })
    await takeOff('Source')
    await pill(page, 'Source').click()
    await source.fill('поиск')
    await page.getByRole('option', { name: 'contains “поиск”' }).click()
    await expectRequest({ period: 'all', source_text_filter: 'поиск' })
    await takeOff('Source')
    for (const [at, duration_filter] of DURATION_FILTERS.entries()) {
      await filters(page)
        .getByRole('button', { name: /^Duration/ })
        .click()
      await page
        .getByRole('listbox', { name: 'Duration' })
        .getByRole('option')
        .nth(at + 1)
        .click()
      await expectRequest({ period: 'all', duration_filter })
    }
    await takeOff('Duration')
  })

  await test.step('every order', async () => {
    await page.getByRole('button', { name: /^Columns/ }).click()
    await page
      .getByRole('dialog', { name: 'Columns' })
      .getByRole('checkbox', { name: 'Service', exact: true })
      .check()
    await page.keyboard.press('Escape')
    for (const order_field of ORDER_FIELDS) {
      const head = page.getByRole('columnheader', { name: ORDERED[order_field], exact: true })
      const ways = new Set<string>()
      for (const _ of ORDER_WAYS) {
        const before = await head.getAttribute('aria-sort')
        await head.getByRole('button').first().click()
        await expect(head).toHaveAttribute(
          'aria-sort',
          before === null ? /^(a|de)scending$/ : before === 'ascending' ? 'descending' : 'ascending',
        )
        const order_way = (await head.getAttribute('aria-sort')) === 'ascending' ? 'ASC' : 'DESC'
        ways.add(order_way)
        await expectRequest({ period: 'all', order_field, order_way })
      }
      expect(ways).toEqual(new Set(ORDER_WAYS))
    }
  })
  expectStrict(gate.calls, sent)
})

test('the mission walk: contacts with deal, chat and form; script_config with a conflict', async ({
  page,
  gate,
  second: { origin },
  allowConsole,
}) => {
  allowConsole(EXPECTED)
  const sent = wireOf(page)
  await signInByRequest(page, 'marketer')
  const { object } = SAMPLE_STORIES.missedAtLunch
  const editor = await openEditor(page, object, 'last_source', 'type_in')
  await page.goto(`${origin}/sign-in`)
  await signIn(page, 'marketer')

  await test.step('contact with CRM, chat and form panes', async () => {
    for (const [region, found] of [
      ['CRM deal', await findContact(page, object, ({ customer_status }) => customer_status)],
      ['Conversation', await findContact(page, object, ({ messages }) => messages)],
      ['Form', await findContact(page, object, ({ status, custom_data }) => status === 8 && custom_data)],
    ] as const) {
      await page.goto(`${origin}/objects/${found.obj_oid}/calls/${found.id}`)
      const pane = page.getByRole('region', { name: region, exact: true })
      await expect(pane).toBeVisible()
      await expect(pane.getByText(/^No deal in CRM/)).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Attribution' })).toBeVisible()
    }
  })

  await test.step('script_config saved with a conflict', async () => {
    const { oid, region, option, button, setElsewhere } = editor
    await page.goto(`${origin}/objects/${oid}`)
    await option('utm').check()
    await setElsewhere('gtm', 'type_in')
    await button('Save changes').click()
    await expect(
      region.getByRole('region', { name: 'These options were changed by someone else' }),
    ).toBeVisible()
    expect(editor.sent).toEqual([])
    await button('Keep mine').click()
    await expect(region.getByText('Saved', { exact: true })).toBeVisible()
    expect(editor.sent).toEqual(['{"script_config":{"last_source":"0","type_in":"1","utm":"3"}}'])
    expect(gate.calls).toContain(`POST /v2/objs/${oid}/script_config`)
  })
  expectStrict(gate.calls, sent)
})

test('the mission walk: a manager switches clients, and every request names the new one', async ({
  page,
  gate,
  second: { origin },
}) => {
  const sent = wireOf(page)
  await signInByRequest(page, 'manager')
  const [sever, stoma] = [await clientNamed(page, 'Sever Group'), await clientNamed(page, 'Stoma Plus')]
  await page.goto(`${origin}/sign-in`)
  await signIn(page, 'manager')
  await page.getByRole('link', { name: 'Sever Group', exact: true }).click()
  await expect(switcher(page, 'Sever Group')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Journal' }).click()
  await expect(contactLinks(page).first()).toBeVisible()
  await answered(page)

  const [before, reachedBefore] = [sent.length, gate.calls.length]
  await switchTo(page, 'Stoma Plus')
  await expect(switcher(page, 'Stoma Plus')).toBeVisible()
  await expect(contactLinks(page).first()).toBeVisible()
  await menu.getByRole('link', { name: 'Objects' }).click()
  expect((await objectTitles(page)).size).toBeGreaterThan(0)
  await answered(page)
  const later = sent.slice(before).map(({ path }) => path)
  const owned = later.filter((path) => /\/(?:calls|objs)\b/.test(path))
  expect(owned).toContain(`/v2/clients/${stoma}/calls`)
  expect(owned.filter((path) => !path.startsWith(`/v2/clients/${stoma}/`))).toEqual([])
  const reached = gate.calls.slice(reachedBefore)
  expect(reached.some((call) => call.startsWith(`GET /v2/clients/${stoma}/calls?`))).toBe(true)
  expect(sent.slice(0, before).some(({ path }) => path === `/v2/clients/${sever}/calls`)).toBe(true)
  expectStrict(gate.calls, sent)
})

oidcTest('the mission walk: in by the company’s OpenID Connect', async ({ page, gate, callboard }) => {
  const sent = wireOf(page)
  await page.goto(`${callboard.origin}/calls?period=all`)
  await page.getByRole('link', { name: 'Sign in with your company account' }).click()
  await signInAtCompany(page, 'anna@example.com')
  await expect(heading(page, 'Journal')).toBeVisible()
  await expect(contactLinks(page).first()).toBeVisible()
  await answered(page)
  expectStrict(gate.calls, sent)
})

proxyTest('the mission walk: in by the company’s proxy', async ({ page, gate, company }) => {
  const sent = wireOf(page)
  await page.goto(`${company.origin}/calls?period=all`)
  await page.getByRole('link', { name: 'anna@example.com' }).click()
  await expect(heading(page, 'Journal')).toBeVisible()
  await expect(contactLinks(page).first()).toBeVisible()
  await answered(page)
  expectStrict(gate.calls, sent)
})

portalTest('the mission walk: embedded in a portal', async ({ page, gate }) => {
  const sent = wireOf(page)
  await page.goto(`${CALLS}/sign-in?next=/objects`)
  const { email, password } = credentialsOf('small')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(heading(page, 'Objects')).toBeVisible()
  await page.goto(`${SAME_SITE}/#${encodeURIComponent('/calls?period=all&embed=1')}`)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Journal', level: 1 })).toBeVisible()
  await expect(frame.getByRole('table', { name: 'Contacts' }).getByRole('link').first()).toBeVisible()
  await expect(frame.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await answered(page)
  expect(sent.some(({ path, query }) => path === '/v2/calls' && query['period'] === 'all')).toBe(true)
  expectStrict(gate.calls, sent)
})
