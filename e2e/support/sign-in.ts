import { expect, type Page } from '@playwright/test'
import { SAMPLE_SIGN_INS } from '#/server/reference/sample-data.ts'
import { ORIGIN } from './address.ts'

/** Sample accounts by what they stand for, found by the beginning of the role that the sign-in page shows beside them. */
const ROLES = {
  marketer: 'Marketer, 9 objects',
  small: 'Marketer, 2 objects',
  manager: 'Agency manager',
  client: 'Client, 9 objects',
  statisticsOnly: 'Client, statistics only',
  empty: 'Client, no objects',
} as const
export type Who = keyof typeof ROLES

export const credentialsOf = (who: Who): { readonly email: string; readonly password: string } => {
  const found = SAMPLE_SIGN_INS.filter(({ role }) => role.startsWith(ROLES[who]))
  if (found.length !== 1) throw new Error(`${found.length} sample sign-ins have the role ${ROLES[who]}`)
  return found[0]!
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
