import type { Page, Request } from '@playwright/test'
import { fault } from './support/fault.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// There is one agency: what one test saves the next one reads.
test.describe.configure({ mode: 'default' })

const formOf = (page: Page) => {
  const region = page.getByRole('region', { name: 'Agency settings' })
  return {
    region,
    name: region.getByLabel('Name'),
    domain: region.getByLabel('Domain'),
    phone: region.getByLabel('Phone number'),
    active: region.getByLabel('Active'),
    save: region.getByRole('button', { name: 'Save changes' }),
    discard: region.getByRole('button', { name: 'Discard' }),
  }
}

const open = async (page: Page) => {
  await signInByRequest(page, 'manager')
  await page.goto('/clients')
  const form = formOf(page)
  await expect(form.name).not.toHaveValue('')
  return form
}

/** What the page sends to the agency from now on, as `PUT {"agency":…}` and `GET`. */
const requestsOf = (page: Page): string[] => {
  const sent: string[] = []
  page.on('request', (request: Request) => {
    if (new URL(request.url()).pathname === '/api/v2/agency')
      sent.push([request.method(), request.postData()].filter(Boolean).join(' '))
  })
  return sent
}

const SAVED = 'Agency settings saved'

test('a save sends the four documented fields, is read again, and can be undone', async ({ page }) => {
  const form = await open(page)
  const sent = requestsOf(page)
  const [name, domain] = [await form.name.inputValue(), await form.domain.inputValue()]
  await expect(form.phone).toHaveValue('')
  await expect(form.save).toHaveAttribute('aria-disabled', 'true')

  await form.name.fill(` ${name} & «Co» `)
  await form.phone.fill('+7 812 000-00-01')
  await form.active.uncheck()
  await expect(form.region.getByText('Unsaved changes')).toBeVisible()
  await form.save.click()
  await expect(page.getByText(SAVED)).toBeVisible()
  expect(sent).toEqual([
    `PUT {"agency":{"name":"${name} & «Co»","domain":"${domain}","phone_number":"+7 812 000-00-01","is_active":false}}`,
    'GET',
  ])
  await expect(form.name).toHaveValue(`${name} & «Co»`)
  await expect(form.save).toHaveAttribute('aria-disabled', 'true')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(form.name).toHaveValue(name)
  await expect(form.phone).toHaveValue('')
  await expect(form.active).toBeChecked()
  await expect(page.getByText(SAVED)).toBeVisible()
  expect(sent[2]).toBe(
    `PUT {"agency":{"name":"${name}","domain":"${domain}","phone_number":"","is_active":true}}`,
  )
  await page.reload()
  await expect(form.name).toHaveValue(name)
  await expect(form.active).toBeChecked()
})

test('a refused save keeps what was typed, and each field has the service’s words', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 400/)
  const form = await open(page)
  const [domain, phone] = [await form.domain.inputValue(), await form.phone.inputValue()]
  await fault(context, 'agency-save-refused')
  await form.domain.fill('taken.example')
  await form.phone.fill('12')
  await form.save.click()
  await expect(form.domain).toHaveAccessibleDescription('is taken')
  await expect(form.domain).toBeFocused()
  await expect(form.phone).toHaveAccessibleDescription('must have 11 digits')
  // Not a field of this form: said all the same (G13).
  await expect(form.region.getByRole('alert').filter({ hasText: 'Not saved' })).toContainText(
    'plan: has run out',
  )
  await expect(form.domain).toHaveValue('taken.example')
  // The words are about a value: another one has none.
  await form.domain.fill('free.example')
  await expect(form.domain).not.toHaveAttribute('aria-invalid')
  await expect(form.phone).toHaveAttribute('aria-invalid', 'true')

  await form.discard.click()
  await expect(form.domain).toHaveValue(domain)
  await expect(form.phone).toHaveValue(phone)
  await expect(form.region.getByRole('alert')).toHaveCount(0)
})

test('what the service kept instead is shown beside what was saved', async ({ page, context }) => {
  const form = await open(page)
  const domain = await form.domain.inputValue()
  await fault(context, 'agency-save-lies')
  await form.domain.fill('new.example')
  await form.active.uncheck()
  await form.save.click()
  const alert = form.region.getByRole('alert')
  await expect(alert).toContainText('The service kept other settings than you saved')
  await expect(alert).toContainText(/You saved\s*new\.example\s*The service has\s*northline/)
  await expect(alert).toContainText(/You saved\s*off\s*The service has\s*on/)
  await expect(page.getByText(SAVED)).toBeHidden()
  // What was sent can be sent again, or given up.
  await expect(form.domain).toHaveValue('new.example')
  await expect(form.save).not.toHaveAttribute('aria-disabled')
  await form.discard.click()
  await expect(form.domain).toHaveValue(domain)
  await expect(form.active).toBeChecked()
  await expect(alert).toHaveCount(0)
})

test('a lost answer is no failure: what the service holds tells', async ({ page, context, allowConsole }) => {
  allowConsole(/status of 50\d/)
  const form = await open(page)
  const name = await form.name.inputValue()
  const sent = requestsOf(page)
  const alert = form.region.getByRole('alert')

  await fault(context, 'agency-save-lies', 'agency-save-lost')
  await form.name.fill('Never arrives')
  await form.save.click()
  await expect(alert).toContainText('We don’t know if this was saved')
  await form.region.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('It was not saved')).toBeVisible()
  await expect(form.name).toHaveValue('Never arrives')

  await fault(context, 'agency-save-lost')
  await form.name.fill('Arrives')
  await form.save.click()
  await expect(alert).toContainText('We don’t know if this was saved')
  await form.region.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await expect(alert).toHaveCount(0)
  await expect(form.save).toHaveAttribute('aria-disabled', 'true')
  // Never by itself a second time.
  expect(sent.filter((request) => request.startsWith('PUT'))).toHaveLength(2)

  await fault(context)
  await form.name.fill(name)
  await form.save.click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('a save that cannot be read again says so', async ({ page, context, allowConsole }) => {
  allowConsole(/status of 500/)
  const form = await open(page)
  const phone = await form.phone.inputValue()
  await fault(context, 'agency-500')
  await form.phone.fill('78120000002')
  await form.save.click()
  const alert = form.region.getByRole('alert')
  await expect(alert).toContainText('Saved, but could not be checked')
  await fault(context)
  await form.region.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await expect(alert).toHaveCount(0)
  await expect(form.phone).toHaveValue('78120000002')
  await form.phone.fill(phone)
  await form.save.click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('two presses send once', async ({ page }) => {
  const form = await open(page)
  const name = await form.name.inputValue()
  const sent = requestsOf(page)
  await form.name.fill('Twice')
  // Both in one go, before anything can be drawn.
  await form.save.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(sent.filter((request) => request.startsWith('PUT'))).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(form.name).toHaveValue(name)
})

test('unsaved settings are not left behind unasked', async ({ page }) => {
  const form = await open(page)
  const domain = await form.domain.inputValue()
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Objects' }).click()
  await main.getByRole('link', { name: 'Clients' }).click()
  await form.domain.fill('unsaved.example')
  const asks = page.getByRole('dialog', { name: 'Leave without saving?' })

  await main.getByRole('link', { name: 'Journal' }).click()
  await expect(asks).toBeVisible()
  await asks.getByRole('button', { name: 'Stay' }).click()
  await expect(form.domain).toHaveValue('unsaved.example')

  await page.getByRole('link', { name: 'Sever Group', exact: true }).click()
  await expect(asks).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(asks).toBeHidden()
  await expect(page).toHaveURL(/\/clients$/)

  await page.evaluate(() => history.back())
  await expect(asks).toBeVisible()
  await asks.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/\/clients$/)
  await expect(form.domain).toHaveValue('unsaved.example')

  await page.evaluate(() => history.back())
  await asks.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/\/objects/)
  await main.getByRole('link', { name: 'Clients' }).click()
  await expect(form.domain).toHaveValue(domain)
  // Nothing is unsaved: nothing is asked.
  await main.getByRole('link', { name: 'Journal' }).click()
  await expect(page).toHaveURL(/\/calls/)
})
