import { HTML } from '#/server/reference/sample/edge-cases/hostile.ts'
import { EDGE_CASES } from '#/server/reference/sample/edge-cases/make.ts'
import { contacts, DOUBLED, openContact, openJournal, settled, walk } from './support/edge-cases.ts'
import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

// Console errors, uncaught errors, dialogs and violations of the Content-Security-Policy fail every test by themselves.

test('the journal shows every edge case, each in a row as high as the others', async ({ page }) => {
  await openJournal(page)
  const rows = await walk(page)
  expect(rows).toHaveLength(EDGE_CASES.length - DOUBLED)
  await expect(page.getByText(`${DOUBLED} duplicates hidden`)).toBeVisible()
  expect(rows.filter(({ height }) => height !== 32)).toEqual([])
  expect(rows.filter(({ text }) => text.includes('One record could not be read'))).toHaveLength(5)
})

test('the journal survives in every period', async ({ page }) => {
  await openJournal(page)
  const period = page.getByRole('combobox', { name: 'Period' })
  for (const name of ['Day', 'Week', 'Month', 'Year', 'Custom', 'All time']) {
    await page.getByRole('button', { name: /^Period/ }).click()
    await period.selectOption(name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: `Period ${name}`, exact: true })).toBeVisible()
    await settled(page)
    await survives(page)
  }
})

test('the journal survives in every order', async ({ page }) => {
  await openJournal(page)
  for (const name of ['Status', 'Caller', 'Source', 'Page', 'Duration', 'Service']) {
    const header = page.getByRole('columnheader', { name, exact: true })
    for (const direction of [/ascending/, /descending/]) {
      await header.getByRole('button').click()
      // Durations are asked for longest first.
      await expect(header).toHaveAttribute('aria-sort', name === 'Duration' ? /ending/ : direction)
      await settled(page)
      await survives(page)
    }
  }
})

test('every filter opens over hostile candidates, and hostile values filter', async ({ page }) => {
  await openJournal(page)
  const filters = page.getByRole('region', { name: 'Filters' })
  // A set filter's button says its value too; the period's editor has two fields, every other one a field of its name.
  const editors = [
    [/^Period /, 'From', 'To'],
    ...['Status', 'Source', 'Source title', 'Page address', 'Caller', 'Duration'].map((name) => [name, name]),
  ] as const
  for (const [name, ...fields] of editors) {
    await filters.getByRole('button', { name, exact: true }).click()
    for (const field of fields) await expect(page.getByLabel(field, { exact: true }).first()).toBeVisible()
    await survives(page)
    await page.keyboard.press('Escape')
  }
  await filters.getByRole('button', { name: 'Source', exact: true }).click()
  await page.getByRole('combobox', { name: 'Source' }).fill('<img')
  await page.getByRole('option', { name: HTML }).first().click()
  await expect(page).toHaveURL(/source_filter=%3Cimg/)
  await settled(page)
  await survives(page)
  await contacts(page).getByRole('button', { name: HTML }).first().click()
  await expect(page).toHaveURL(/source_text_filter=%3Cimg/)
  await settled(page)
  await survives(page)
})

// Two halves, for two workers.
for (const half of [0, 1])
  test(`every edge case has a page that survives, half ${half + 1}`, async ({ page }) => {
    const oid = await openJournal(page)
    for (const { id } of EDGE_CASES.filter((one, index) => one.ownId && index % 2 === half)) {
      await openContact(page, oid, id)
      await survives(page)
    }
  })

test('a contact that is answered without its identifier says that it could not be read', async ({ page }) => {
  const oid = await openJournal(page)
  await page.goto(`/objects/${oid}/calls/${EDGE_CASES.find(({ name }) => name === 'No identifier')?.id}`)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await survives(page)
})

test('objects of hostile words are listed, chosen and named', async ({ page }) => {
  await signInByRequest(page, 'edge')
  await page.goto('/objects')
  const hostile = page.getByRole('link', { name: /^Journal of Яхты </ })
  await expect(hostile).toBeVisible()
  await survives(page)
  for (const name of ['Object', 'Sessions used', 'Runway, 90 days', 'Numbers', 'Calls', 'Paid until']) {
    await page.getByRole('columnheader', { name, exact: true }).getByRole('button').click()
    await survives(page)
  }
  await hostile.click()
  await settled(page)
  await survives(page)
  await page.getByRole('button', { name: /^Object Яхты </ }).click()
  await expect(page.getByRole('option', { name: HTML })).toBeVisible()
  await survives(page)
  await page.keyboard.press('Escape')
  await contacts(page).getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Call', exact: true })).toContainText(HTML)
  await survives(page)
})
