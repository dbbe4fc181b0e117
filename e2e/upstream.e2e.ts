import type { Page } from '@playwright/test'
import { test } from './support/servers/real-api.ts'
import { credentialsOf } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect } from './support/test.ts'

const SILENT = 'The call-tracking service is not answering.'
const health = async (page: Page, origin: string) => {
  // Node doesn't resolve names below `localhost`.
  const response = await page.request.get(`http://127.0.0.1:${new URL(origin).port}/healthz`)
  return { http: response.status(), ...((await response.json()) as object) }
}

test('fault-503: an API that cannot be reached, is there, goes away and comes back: the server and the page say so and go on', async ({
  page,
  gate,
  second,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  await gate.shut()
  expect(await health(page, second.origin)).toEqual({
    // A balancer must not remove it.
    http: 200,
    status: 'ok',
    archive: 'ok',
    database: 'ok',
    storage: 'ok',
    upstream: 'unreachable',
  })
  await page.goto(`${second.origin}/sign-in`)
  const { email, password } = credentialsOf('marketer')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText(SILENT)).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)

  await gate.open()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Contacts [1-9]/ }).first()).toBeVisible()

  await page.goto(`${second.origin}/calls`)
  const contacts = table(page, 'Contacts').locator
  await expect(contacts.getByRole('link').first()).toBeVisible()
  // Requested every ten seconds at most.
  await expect.poll(() => health(page, second.origin)).toMatchObject({ upstream: 'reachable' })

  await gate.shut()
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Objects' }).click()
  await expect(page.getByRole('alert').getByText(SILENT)).toBeVisible()
  await main.getByRole('link', { name: 'Journal' }).click()
  await expect(contacts.getByRole('link').first()).toBeVisible()
  await page.goto(`${second.origin}/objects`)
  await expect(page.getByRole('alert').getByText(SILENT)).toBeVisible()

  await gate.open()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(table(page, 'Objects').locator.getByRole('link').first()).toBeVisible()
})
