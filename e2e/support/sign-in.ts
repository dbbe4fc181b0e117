import { expect, type Page } from '@playwright/test'
import type { SampleAccount } from '#/contract/session.ts'
import { SAMPLE_SIGN_INS } from '#/server/reference/sample-data.ts'
import { ORIGIN } from './address.ts'

/** Sample accounts by what the tests call them. */
const ACCOUNTS = {
  marketer: 'marketer',
  small: 'small_marketer',
  manager: 'agency_manager',
  client: 'client',
  statisticsOnly: 'statistics_only',
  empty: 'no_objects',
  edge: 'edge_cases',
} as const satisfies Record<string, SampleAccount>
export type Who = keyof typeof ACCOUNTS

export const credentialsOf = (who: Who): { readonly email: string; readonly password: string } => {
  const { email, password } = SAMPLE_SIGN_INS.find(({ account }) => account === ACCOUNTS[who])!
  return { email, password }
}

/** Signs in as a person does: on the sign-in page, where it also goes if the page is elsewhere. */
export const signIn = async (page: Page, who: Who) => {
  const { email, password } = credentialsOf(who)
  if (!page.url().includes('/sign-in')) await page.goto('/sign-in')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).not.toHaveURL(/\/sign-in/)
}

/** Signs in without the page, for tests of something else: the session cookie is set in the page's context. */
export const signInByRequest = async (page: Page, who: Who) => {
  const { email, password } = credentialsOf(who)
  const response = await page.request.post('/api/v2/users/sign_in', {
    data: { user: { email, password } },
    // What the server's wall asks of a request that does not come from a page.
    headers: { origin: ORIGIN, 'x-requested-by': 'callboard' },
  })
  expect(response.status(), `sign-in of ${email}`).toBe(200)
}
