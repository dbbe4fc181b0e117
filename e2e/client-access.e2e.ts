import type { Page } from '@playwright/test'
import { asked } from './support/calls.ts'
import { clientNamed, contactLinks, objectTitles, switcher, switchTo } from './support/agency.ts'
import { test } from './support/servers/real-api.ts'
import { signIn, signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect } from './support/test.ts'

/*
 * G3: the document shows client records without an id, and paths that need one. Whatever the service does about it, the
 * screens show the same client: Callboard stands in front of an API of each kind.
 */

const COMPANIES = ['Sever Group', 'Stoma Plus'] as const

/** What the tests' own service holds of a client: its objects, and how many contacts of the year. */
const truth = async (page: Page, company: string) => {
  const client = await clientNamed(page, company)
  const { objs } = await asked<{ objs: { title: string }[] }>(page, `/clients/${client}/objs/`)
  const { meta } = await asked<{ meta: { pagination: { total_objects: number } } }>(
    page,
    `/clients/${client}/calls?period=year`,
  )
  return { titles: new Set(objs.map(({ title }) => title)), contacts: meta.pagination.total_objects }
}

/** Walks through both clients' pages and looks at whose everything is. */
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

/** The sample's recordings are at the tests' own server, which is not the host of this API. */
const NO_RECORDING = /status of 404 .*\/recordings\//

/** A call to what only clients own. */
const OWNED = /^GET \/v2\/(?:clients\/(\d+)\/)?(?:calls|objs)\b/

/** How the clients' data were asked for: with which prefixes, under which keys. */
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
    // Others tell what day it is; the manager's own key never asks for what clients own.
    expect([...keys]).toEqual(expect.arrayContaining(tokens))
    expect(
      gate.keys.filter((_, nth) => gate.calls[nth] === 'GET /v2/agency').some((key) => keys.has(key)),
    ).toBe(false)
    expect(new URL(page.url()).searchParams.get('client')).toMatch(/^[0-9a-f]{16}$/)
  })
})
