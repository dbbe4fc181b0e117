import { signInAtCompany, test } from './support/servers/company.ts'
import { expect } from './support/test.ts'

const COMPANY_BUTTON = 'Sign in with your company account'

test(
  'a link opens after sign-in at the provider, a reload stays in, and signing out leaves the provider too',
  { tag: '@journey' },
  async ({ page, company, callboard: { origin }, context }) => {
    await page.goto(`${origin}/objects`)
    await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.getByRole('link', { name: COMPANY_BUTTON }).click()
    expect(new URL(page.url()).origin).toBe(company.issuer)
    await signInAtCompany(page, 'anna@example.com')
    await page.waitForURL(`${origin}/objects`)
    await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
    const ours = (await context.cookies(origin)).filter(({ name }) => name.startsWith('__Host-callboard'))
    expect(ours.map(({ name, sameSite }) => [name, sameSite])).toEqual([['__Host-callboard', 'Strict']])

    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByText('anna@example.com')).toBeVisible()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(`${company.issuer}/session/end?**`)
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await page.waitForURL(`${origin}/sign-in**`)
    await page.getByRole('link', { name: COMPANY_BUTTON }).click()
    // The provider's session is gone.
    await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
  },
)

test('who has no account is told so with 403 and whom to ask, and may come as another user', async ({
  page,
  callboard: { origin },
  allowConsole,
}) => {
  allowConsole(/status of 403/)
  await page.goto(`${origin}/auth/sign-in?next=/calls`)
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url() === `${origin}/sign-in`) answers.push(response.status())
  })
  await signInAtCompany(page, 'carl@example.com')
  await expect(page.getByRole('heading', { name: 'No access yet', level: 1 })).toBeVisible()
  expect(answers).toEqual([403])
  await expect(page.getByText('carl@example.com')).toBeVisible()
  await expect(page.getByText('For access, ask it@example.com.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in with another account' }).click()
  await signInAtCompany(page, 'anna@example.com')
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

test('back-channel-logout: signing out at the provider ends an open page’s session, and the way back leads there', async ({
  page,
  company,
  callboard: { origin },
  context,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await page.goto(`${origin}/auth/sign-in?next=/objects`)
  await signInAtCompany(page, 'anna@example.com')
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${company.issuer}/session/end`)
  await other.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(other.getByText('Sign-out Success')).toBeVisible()

  const ended = page.getByText('Your session has ended.')
  const journal = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Journal' })
  // Another request of the page may have noticed before the press.
  await expect(async () => {
    if (!(await ended.isVisible())) await journal.click({ timeout: 2_000 })
    await expect(ended).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const back = page.getByRole('link', { name: COMPANY_BUTTON })
  const next = new URL((await back.getAttribute('href')) ?? '', origin).searchParams.get('next') ?? ''
  expect(next).toMatch(/^\/(?:objects|calls)\b/)
  await back.click()
  await signInAtCompany(page, 'anna@example.com')
  await expect(
    page.getByRole('heading', { name: next.startsWith('/calls') ? 'Journal' : 'Objects', level: 1 }),
  ).toBeVisible()
})

test('fault-401-typed: what is typed waits while its person signs in at the provider, in a tab that closes by itself', async ({
  page,
  company,
  callboard: { origin },
  context,
  allowConsole,
}) => {
  allowConsole(/status of 401|status of 404.*\/api\/recordings\//)
  await page.goto(`${origin}/auth/sign-in?next=/calls?period=year`)
  await signInAtCompany(page, 'anna@example.com')
  await page.getByRole('table', { name: 'Contacts' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('Wants a garage')
  const address = page.url()
  const other = await context.newPage()
  await other.goto(`${company.issuer}/session/end`)
  await other.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(other.getByText('Sign-out Success')).toBeVisible()

  const save = page.getByRole('button', { name: 'Save note' })
  const over = page.getByRole('dialog', { name: 'Sign in' })
  // Another request of the page may have noticed before the press.
  await expect(async () => {
    if (!(await over.isVisible())) await save.click({ timeout: 2_000 })
    await expect(over).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(over.getByText(/^Your session has ended\. What you typed is kept/)).toBeVisible()
  await expect(note).toBeHidden()
  const opening = context.waitForEvent('page')
  await over.getByRole('link', { name: COMPANY_BUTTON }).click()
  const tab = await opening
  const closing = tab.waitForEvent('close')
  await signInAtCompany(tab, 'anna@example.com')
  await closing
  await expect(over).toBeHidden()
  await expect(note).toHaveValue('Wants a garage')
  expect(page.url()).toBe(address)
  await save.click()
  await expect(note).toBeHidden()
  await expect(page.getByText('Wants a garage')).toBeVisible()
})

test('a provider that does not answer is said to, and tried again', async ({ page, company, second }) => {
  await page.goto(`${second.origin}/objects`)
  await page.getByRole('link', { name: COMPANY_BUTTON }).click()
  await expect(page.getByText('The company’s sign-in is not answering.')).toBeVisible()
  company.register(second.origin)
  await expect(async () => {
    await page.getByRole('link', { name: 'Retry' }).click()
    await expect(page.getByPlaceholder('Enter any login')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await signInAtCompany(page, 'anna@example.com')
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
})
