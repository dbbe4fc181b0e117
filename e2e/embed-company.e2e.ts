import {
  behindCompany,
  signInAtCompany,
  startCompany,
  withoutFonts,
  type Company,
} from './support/servers/company.ts'
import { CALLS, FOREIGN, test as base } from './support/servers/portal.ts'
import { expect } from './support/test.ts'

/* Portal frame with the company's provider in a pop-up: three sites. */

const test = base.extend<{ company: Company; registered: void }>({
  company: async ({ context }, use) => {
    const { company, stop } = await startCompany()
    await withoutFonts(context)
    await use(company)
    await stop()
  },
  env: async ({ company, framed }, use, testInfo) =>
    use({
      PUBLIC_URL: CALLS,
      ...framed,
      ...(await behindCompany(company, testInfo.outputPath('keys.json'))),
    }),
  registered: [
    async ({ company, second }, use) => {
      company.register(CALLS, second.origin)
      await use()
    },
    { auto: true },
  ],
})

test('the pop-up comes back from the provider and lets the portal show Callboard, which is left there again', async ({
  page,
  company,
}) => {
  await page.goto(`${FOREIGN}/#${encodeURIComponent('/settings?embed=1')}`)
  const frame = page.frameLocator('iframe')
  const opening = page.waitForEvent('popup')
  await frame.getByRole('button', { name: 'Sign in', exact: true }).click()
  const popUp = await opening
  await popUp.getByRole('link', { name: 'Sign in with your company account' }).click()
  await expect(popUp).toHaveURL((url) => url.origin === company.issuer)
  await signInAtCompany(popUp, 'anna@example.com')
  const closing = popUp.waitForEvent('close')
  await popUp.getByRole('button', { name: 'Let portal.partner.localhost show Callboard' }).click()
  await closing
  await expect(frame.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()

  await frame.getByRole('region', { name: 'My sessions' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(frame.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await expect(frame.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
})
