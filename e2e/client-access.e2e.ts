import type { Page } from '@playwright/test'
import { fetchJson } from './support/calls.ts'
import { clientNamed, contactLinks, objectTitles, switcher, switchTo } from './support/agency.ts'
import { test } from './support/servers/real-api.ts'
import { signIn, signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect } from './support/test.ts'

/* G3: client records without id, while paths need one. Screens are equal in front of either kind of API. */

const COMPANIES = ['Sever Group', 'Stoma Plus'] as const

const truth = async (page: Page, company: string) => {
  const client = await clientNamed(page, company)
  const { objs } = await fetchJson<{ objs: { title: string }[] }>(page, `/clients/${client}/objs/`)
  const { meta } = await fetchJson<{ meta: { pagination: { total_objects: number } } }>(
    page,
    `/clients/${client}/calls?period=year`,
  )
  return { titles: new Set(objs.map(({ title }) => title)), contacts: meta.pagination.total_objects }
}

const walk = async (page: Page, origin: string) => {
  await signInByRequest(page, 'manager')
  const [sever, stoma] = [await truth(page, COMPANIES[0]), await truth(page, COMPANIES[1])]
  expect([...sever.titles].filter((title) => stoma.titles.has(title))).toEqual([])

  await page.goto(`${origin}/sign-in`)
  await signIn(page, 'manager')
  await page.getByRole('link', { name: COMPANIES[0], exact: true }).click()
  for (const [company, { titles, contacts }] of [
    [COMPANIES[0], sever],
    [COMPANIES[1], stoma],
  ] as const) {
    if (company !== COMPANIES[0]) await switchTo(page, company)
    await expect(switcher(page, company)).toBeVisible()
    const client = new URL(page.url()).searchParams.get('client')
    await page.goto(`${origin}/calls?client=${client}&period=year`)
    const shown = new Intl.NumberFormat('en').format(contacts)
    await expect(page.getByText(`${shown} contacts`, { exact: true })).toBeVisible()
    const objects = await table(page, 'Contacts').column('Object')
    expect(objects.length).toBeGreaterThan(5)
    expect(objects.filter((title) => title && !titles.has(title))).toEqual([])

    await contactLinks(page).first().click()
    await expect(page.getByRole('region', { name: 'CRM deal' })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(` · ${company} · Callboard$`))
    await page.goto(`${origin}/objects?client=${client}`)
    expect(await objectTitles(page)).toEqual(titles)
    await expect(switcher(page, company)).toBeVisible()
  }
}

/** Recordings are on the test server's host, not this API's. */
const NO_RECORDING = /status of 404 .*\/recordings\//

const OWNED = /^GET \/v2\/(?:clients\/(\d+)\/)?(?:calls|objs)\b/

const ways = ({ calls, keys }: { calls: readonly string[]; keys: readonly (string | null)[] }) => {
  const owned = calls.flatMap((call, index) => {
    const match = OWNED.exec(call)
    return match ? [{ prefix: match[1] ?? null, key: keys[index] }] : []
  })
  return {
    prefixes: new Set(owned.map(({ prefix }) => prefix)),
    keys: new Set(owned.map(({ key }) => key)),
  }
}

test.describe('client records without an id', () => {
  test.use({ clientIds: false })
  test("are reached without a prefix under the client's own key", async ({
    page,
    gate,
    second,
    allowConsole,
  }) => {
    allowConsole(NO_RECORDING)
    await walk(page, second.origin)
    const tokens = COMPANIES.map((company) => gate.client(company).auth_token)
    const { prefixes, keys } = ways(gate)
    expect(prefixes).toEqual(new Set([null]))
    // The manager's key never requests clients' data, except for the time zone.
    expect([...keys]).toEqual(expect.arrayContaining(tokens))
    expect(
      gate.keys.filter((_, nth) => gate.calls[nth] === 'GET /v2/agency').some((key) => keys.has(key)),
    ).toBe(false)
    expect(new URL(page.url()).searchParams.get('client')).toMatch(/^[0-9a-f]{16}$/)
  })
})
