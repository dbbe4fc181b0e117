import type { Obj } from '#/contract/object.ts'
import { EDGE_CASES_ALIAS, HOSTILE_TITLE_ALIAS } from '#/server/reference/sample/edge-cases/objects.ts'
import { fetchJson } from './support/calls.ts'
import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

test('on a phone an object is one column without contents, and hostile words stay in their place', async ({
  page,
}) => {
  await signInByRequest(page, 'client')
  const { objs } = await fetchJson<{ objs: Obj[] }>(page, '/objs/')
  const {
    oid,
    title,
    client_phone_numbers: numbers,
  } = objs.find((one) => one.client_phone_numbers.length > 1)!
  await page.goto(`/objects/${oid}`)
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden()
  const forwarding = page.getByRole('region', { name: 'Forwarding numbers' })
  await expect(forwarding.getByText('Answering machine:', { exact: false })).toHaveCount(numbers.length)
  await survives(page)
  const copy = page.getByRole('region', { name: 'Facts' }).getByRole('button', { name: 'Copy number' })
  const { width, height } = (await copy.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(40)

  await signInByRequest(page, 'edge')
  for (const alias of [EDGE_CASES_ALIAS, HOSTILE_TITLE_ALIAS]) {
    await page.goto(`/objects/${alias}`)
    await expect(page.getByRole('region', { name: 'Custom statuses' })).toBeVisible()
    await expect(page.locator('main .animate-appear')).toHaveCount(0)
    await survives(page)
  }
})
