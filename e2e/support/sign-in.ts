import { expect, type Cookie, type Page } from '@playwright/test'
import type { SampleAccount } from '#/contract/session.ts'
import { sampleSignIn } from '#/server/reference/sample-data.ts'
import { ORIGIN } from './address.ts'

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

/** Headers that our server requires of requests. */
const HEADERS = { origin: ORIGIN, 'x-requested-by': 'callboard' }

export const credentialsOf = (who: Who): { readonly email: string; readonly password: string } => {
  const { email, password } = sampleSignIn(ACCOUNTS[who])
  return { email, password }
}

export const signIn = async (page: Page, who: Who) => {
  const { email, password } = credentialsOf(who)
  if (!page.url().includes('/sign-in')) await page.goto('/sign-in')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).not.toHaveURL(/\/sign-in/)
}

/** Signs in to a server of the test's own, without a look at any figures: none of its contacts is stored then. */
export const signInUnread = async (page: Page, origin: string, who: Who) => {
  await page.goto(`${origin}/objects`)
  await expect(page).toHaveURL(/\/sign-in/)
  await signIn(page, who)
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
}

/** Cached by worker: signing in costs a tenth of a second. */
const savedCookies = new Map<Who, readonly Cookie[]>()

const isSignedIn = async (page: Page) => {
  const response = await page.request.get('/api/session', { headers: HEADERS })
  const { user } = (await response.json()) as { user: unknown }
  return user !== null
}

/** Sets a session cookie without the page; sessions are shared within a worker. */
export const signInByRequest = async (page: Page, who: Who, { own = false } = {}) => {
  const cookies = own ? undefined : savedCookies.get(who)
  if (cookies) {
    await page.context().addCookies([...cookies])
    if (await isSignedIn(page)) return
  }
  const { email, password } = credentialsOf(who)
  const response = await page.request.post('/api/v2/users/sign_in', {
    data: { user: { email, password } },
    headers: HEADERS,
  })
  expect(response.status(), `sign-in of ${email}`).toBe(200)
  if (!own)
    savedCookies.set(
      who,
      (await page.context().cookies()).filter(({ name }) => name.startsWith('__Host-')),
    )
}
