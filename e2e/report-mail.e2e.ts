import type { SavedView } from '#/contract/preferences.ts'
import { startMailServer } from '#/server/mail/mail-server-testing.ts'
import { readMail } from '#/server/mail/read-mail-testing.ts'
import { beginWithViews } from './support/saved-views.ts'
import { test as base } from './support/servers/real-api.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

type Mails = Awaited<ReturnType<typeof startMailServer>>

const test = base.extend<{ mails: Mails }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  mails: async ({}, use) => {
    const mails = await startMailServer()
    await use(mails)
    await mails.close()
  },
  env: async ({ mails }, use) => {
    await use({ ARCHIVE: 'disk', SMTP_URL: mails.url, MAIL_FROM: 'Callboard <callboard@agency.example>' })
  },
})

const VIEWS = [
  {
    id: 'targets',
    name: 'Targets',
    filters: { period: 'custom', date_from: '2020-01-01', date_to: '2020-01-02', target_filter: '1' },
    rolling: 'last_month',
  },
] satisfies SavedView[]
const mailAt = async ({ caught }: Mails, nth: number) => {
  await expect.poll(() => caught.length, { timeout: 120_000 }).toBe(nth + 1)
  const { headers, parts } = readMail(caught[nth]!.raw)
  return { subject: headers['subject']!, text: parts[0]!.text, file: parts[2] }
}
const linkIn = (text: string, path: string) => new RegExp(`https?://\\S+${path}\\?\\S+`).exec(text)?.[0] ?? ''

test('what a mail says is what the screen says behind its link: the overview’s figures, and a view’s contacts', async ({
  page,
  second: { origin },
  mails,
}) => {
  await page.goto(`${origin}/sign-in`)
  await signIn(page, 'client')
  await beginWithViews(page, VIEWS)
  await page.goto(`${origin}/alerts`)
  await page.getByRole('button', { name: 'New report' }).click()
  const dialog = page.getByRole('dialog', { name: 'New report' })
  await dialog.getByRole('button', { name: 'Create report' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  const report = await mailAt(mails, 0)
  await expect(page.getByRole('region', { name: 'Reports' }).getByText('Sent', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'New report' }).click()
  await dialog.getByRole('combobox', { name: 'What is sent' }).selectOption({ label: 'Targets' })
  await dialog.getByRole('button', { name: 'Create report' }).click()
  const row = page.getByRole('row', { name: /Saved view “Targets”/ })
  await row.getByRole('button', { name: 'Send now' }).click()
  const view = await mailAt(mails, 1)
  await expect(row.getByText('Sent', { exact: true })).toBeVisible()

  await page.goto(linkIn(report.text, '/overview'))
  const summary = page.getByRole('region', { name: 'Summary' })
  for (const name of ['Contacts', 'Missed rate', 'Target rate']) {
    const [, value] = new RegExp(`^${name}: (\\S+)`, 'm').exec(report.text)!
    await expect(summary.getByRole('button', { name: `${name} ${value}`, exact: true })).toBeVisible()
  }

  const [, contacts] = /“Targets”: ([\d,]+) contacts?/.exec(view.text)!
  await page.goto(linkIn(view.text, '/calls'))
  await expect(page.getByText(`${contacts} contacts`, { exact: true })).toBeVisible()
  const lines = view.file!.text.trimEnd().split('\r\n')
  expect(lines.length - 1).toBe(Number(contacts!.replace(',', '')))
  const callers = await page.getByRole('link', { name: /^\+7/ }).allTextContents()
  expect(callers.length).toBeGreaterThan(0)
  for (const caller of callers) expect(view.file!.text).not.toContain(caller.replace(/\D/g, '').slice(-10))
})
