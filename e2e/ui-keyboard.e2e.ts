import type { Locator, Page } from '@playwright/test'
import { openPrimitives, part } from './support/primitives.ts'
import { expect, test } from './support/test.ts'

/*
 * The primitives by keyboard alone, and what a screen reader says of them: every step finds its control by role and
 * name.
 */

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Tab leads through exactly these, in this order. */
const tabsThrough = async (page: Page, controls: readonly Locator[]) => {
  for (const control of controls) {
    await press(page, 'Tab')
    await expect(control).toBeFocused()
  }
}
/** What the page said last: every button on it says that it was pressed. */
const said = (page: Page, text: string) =>
  page.getByRole('status').or(page.getByRole('log')).getByText(text, { exact: true })

test.beforeEach(({ page }) => openPrimitives(page))

test('a button is pressed by Enter and Space; one that cannot be used keeps its place and says why', async ({
  page,
}) => {
  const buttons = part(page, 'Buttons')
  const save = buttons.getByRole('button', { name: 'Save', exact: true })
  const saving = buttons.getByRole('button', { name: 'Saving' })
  const exports = buttons.getByRole('button', { name: 'Export', exact: true })
  await tabsThrough(page, [save.nth(0), save.nth(1), saving, save.nth(2), exports.nth(0)])
  await press(page, 'Enter', 'Space')
  await expect(said(page, 'Export: pressed')).toHaveCount(2)

  await expect(saving).toHaveAttribute('aria-busy', 'true')
  await saving.press('Enter')
  const disabled = exports.nth(2)
  await expect(disabled).toBeDisabled()
  await expect(disabled).toHaveAccessibleDescription('There is no contact to export.')
  await disabled.press('Enter')
  await disabled.press('Space')
  await expect(said(page, 'Saving: pressed')).toBeHidden()
  await expect(said(page, 'Export: pressed')).toHaveCount(2)
})

test('an icon button has a name, a state, and a tooltip that Escape puts away', async ({ page }) => {
  const buttons = part(page, 'Buttons')
  const named = (name: string) => buttons.getByRole('button', { name, exact: true })
  await buttons.getByRole('link', { name: 'A link like a button' }).focus()
  await tabsThrough(page, ['Refresh', 'Columns', 'Pin', 'Download', 'Previous'].map(named))
  await expect(named('Columns')).toHaveAttribute('aria-expanded', 'true')
  await expect(named('Pin')).toHaveAttribute('aria-pressed', 'true')
  await expect(named('Download')).toHaveAttribute('aria-busy', 'true')
  await expect(named('Previous')).toHaveAccessibleDescription('This is the first contact.')

  const tooltip = page.getByText('Previous. This is the first contact.', { exact: true })
  await expect(tooltip).toBeVisible()
  await press(page, 'Escape')
  await expect(tooltip).toBeHidden()
  await named('Pin').hover()
  await expect(page.getByText('Pin', { exact: true })).toBeVisible()
})

test('a field is found by its label, says its hint and what is wrong, and Tab passes by a disabled one', async ({
  page,
}) => {
  const fields = part(page, 'Fields and choices')
  const field = (name: string) => fields.getByRole('textbox', { name, exact: true })
  await expect(field('Source title')).toHaveAccessibleDescription('Part of the title is enough.')
  await expect(field('Duration')).toHaveAttribute('aria-invalid', 'true')
  await expect(field('Duration')).toHaveAccessibleDescription('Write it in seconds, such as 90.')
  await expect(fields.getByRole('alert').first()).toHaveText('Write it in seconds, such as 90.')
  await expect(field('Domain')).toBeDisabled()
  await expect(field('Domain')).toHaveAccessibleDescription('Only the owner of the account can change it.')
  await expect(field('Page address')).toHaveAccessibleDescription('')

  const search = fields.getByRole('searchbox', { name: 'Search clients' })
  await field('Page address').focus()
  await tabsThrough(page, [field('Source title'), field('Duration')])
  // Month, day, year and the calendar are four stops of the browser's own date field.
  await tabsThrough(
    page,
    Array.from({ length: 4 }, () => fields.getByLabel('From')),
  )
  await tabsThrough(page, [search])
  await page.keyboard.type('sever')
  await press(page, 'Escape')
  await expect(search).toHaveValue('')

  const status = fields.getByRole('combobox', { name: 'Status', exact: true })
  await status.focus()
  await press(page, 'ArrowUp')
  await expect(status).toHaveValue('No answer')
  await expect(fields.getByRole('combobox', { name: 'Status to set' })).toHaveAccessibleDescription(
    'Choose a status.',
  )
})

test('checkboxes turn with Space, radio buttons with the arrows, and both are described', async ({
  page,
}) => {
  const fields = part(page, 'Fields and choices')
  const box = (name: string) => fields.getByRole('checkbox', { name, exact: true })
  await expect(box('Some')).toBeChecked({ indeterminate: true })
  await box('Off').focus()
  await press(page, 'Space')
  await expect(box('Off')).toBeChecked()
  await tabsThrough(page, [box('On'), box('Some'), box('Last source')])
  await expect(box('Last source')).toHaveAccessibleDescription('Keeps the source of the last visit.')
  await expect(box('Record calls')).toHaveAccessibleDescription('Your tariff has no call recording.')

  const format = fields.getByRole('group', { name: 'Format' })
  await tabsThrough(page, [format.getByRole('radio', { name: 'CSV' })])
  await press(page, 'ArrowRight')
  await expect(format.getByRole('radio', { name: 'XLSX' })).toBeChecked()
  await press(page, 'ArrowRight')
  await expect(format.getByRole('radio', { name: 'CSV' })).toBeChecked()
})

test('a filter opens, gives the focus back, and keeps it when its value is taken off', async ({ page }) => {
  const filters = part(page, 'Filters and views')
  const pill = (name: string) => filters.getByRole('button', { name, exact: true })
  await pill('Source').focus()
  await press(page, 'Enter')
  const editor = filters.getByRole('combobox', { name: 'Source' })
  await expect(editor).toBeFocused()
  await expect(pill('Source')).toHaveAttribute('aria-expanded', 'true')
  await editor.selectOption('Answered')
  await press(page, 'Escape')
  await expect(editor).toBeHidden()
  await expect(pill('Source Answered')).toBeFocused()

  await tabsThrough(page, [pill('Remove filter: Source Answered')])
  await press(page, 'Space')
  await expect(pill('Source')).toBeFocused()
  await expect(pill('Remove filter: Period Month')).toBeHidden()

  const chip = filters.getByRole('button', { name: 'No answer 124' })
  await chip.focus()
  await press(page, 'Space')
  await expect(chip).toHaveAttribute('aria-pressed', 'true')

  const views = filters.getByRole('navigation', { name: 'Views' })
  await expect(views.getByRole('link', { name: 'All contacts' })).toHaveAttribute('aria-current', 'page')
  await views.getByRole('link', { name: 'Long calls' }).press('Enter')
  await expect(views.getByRole('link', { name: 'Long calls' })).toHaveAttribute('aria-current', 'page')
  await expect(views.locator('[aria-current]')).toHaveCount(1)
})

test('a menu opens by Enter, is walked by arrows, ends and letters, and gives the focus back', async ({
  page,
}) => {
  const button = part(page, 'Overlays').getByRole('button', { name: 'View' })
  const menu = page.getByRole('menu', { name: 'View' })
  const theme = (name: string) => menu.getByRole('menuitemradio', { name })
  await button.focus()
  await press(page, 'Enter')
  await expect(theme('Light')).toBeFocused()
  await expect(menu.getByRole('group', { name: 'Theme' })).toBeVisible()
  await expect(theme('System')).toBeChecked()
  await press(page, 'ArrowUp')
  await expect(menu.getByRole('menuitem', { name: 'Copy link' })).toBeFocused()
  await press(page, 'ArrowDown', 'ArrowDown')
  await expect(theme('Dark')).toBeFocused()
  await press(page, 'Home', 's')
  await expect(theme('System')).toBeFocused()
  await press(page, 'Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('aria-expanded', 'false')

  await press(page, 'Space', 'd', 'Enter')
  await expect(menu).toBeHidden()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(button).toBeFocused()
})

test('a popover and a dialog take the focus, name themselves and give it back', async ({ page }) => {
  const overlays = part(page, 'Overlays')
  const density = overlays.getByRole('button', { name: 'Density' })
  const popover = page.getByRole('dialog', { name: 'Density' })
  await density.focus()
  await press(page, 'Enter')
  await expect(popover.getByRole('radio', { name: 'Compact, 32 px rows' })).toBeFocused()
  await press(page, 'Escape')
  await expect(popover).toBeHidden()
  await expect(density).toBeFocused()

  const leave = overlays.getByRole('button', { name: 'Leave' })
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  const choice = (name: string) => dialog.getByRole('button', { name })
  await leave.focus()
  await press(page, 'Enter')
  await expect(choice('Keep editing')).toBeFocused()
  await tabsThrough(page, [choice('Discard changes'), choice('Save changes')])
  // The page behind is out of reach: the next stop is not on it.
  await press(page, 'Tab')
  await expect(page.locator('main :focus:not(dialog *)')).toHaveCount(0)
  await press(page, 'Escape')
  await expect(dialog).toBeHidden()
  await expect(leave).toBeFocused()
})

test('a search list filters while one types, Enter takes what the arrows point at', async ({ page }) => {
  const overlays = part(page, 'Overlays')
  const button = (name: string) => overlays.getByRole('button', { name })
  const search = page.getByRole('searchbox', { name: 'Clients', exact: true })
  const list = page.getByRole('listbox', { name: 'Clients' })
  await button('Client Sever Group').focus()
  await press(page, 'Enter')
  await expect(search).toBeFocused()
  await expect(list.getByRole('option', { name: 'Sever Group' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('den')
  await expect(list.getByRole('option')).toHaveCount(2)
  await press(page, 'ArrowDown', 'ArrowDown')
  const second = list.getByRole('option', { name: 'Dental Polyana' })
  await expect(search).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id'))!)
  await expect(search).toBeFocused()
  await press(page, 'Enter')
  await expect(list).toBeHidden()
  await expect(button('Client Dental Polyana')).toBeFocused()

  await press(page, 'Enter')
  await page.keyboard.type('nobody')
  await expect(page.getByText('No client has that name.')).toBeVisible()
})

test('toasts are said politely, stay as long as needed and can be put away', async ({ page }) => {
  await page.clock.install()
  const overlays = part(page, 'Overlays')
  const region = page.locator('main > [role=log]')
  await expect(region).toBeEmpty()
  await overlays.getByRole('button', { name: 'Say it shortly' }).press('Enter')
  await expect(region.getByText('Saved')).toBeVisible()
  await region.getByRole('button', { name: 'Dismiss' }).focus()
  await page.clock.runFor(7000)
  await expect(region.getByText('Saved')).toBeVisible()
  await overlays.getByRole('button', { name: 'Save script' }).press('Enter')
  await page.clock.runFor(7000)
  await expect(region.getByText('Saved', { exact: true })).toBeHidden()
  await expect(region.getByText('Tracking script saved')).toBeVisible()
  await region.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(region.getByText('Undone')).toBeVisible()
  await expect(region.getByText('Tracking script saved')).toBeHidden()
  await region.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(region).toBeEmpty()
})

test('a table says how it is sorted, which row is current, what is missing and what cannot be read', async ({
  page,
}) => {
  const contacts = part(page, 'Table and progress').getByRole('table', { name: 'Contacts' })
  const head = (name: string) => contacts.getByRole('columnheader', { name })
  await expect(head('Date')).toHaveAttribute('aria-sort', 'descending')
  await head('Date').getByRole('button').press('Enter')
  await expect(head('Date')).toHaveAttribute('aria-sort', 'ascending')
  await tabsThrough(page, [head('Source').getByRole('button')])
  await press(page, 'Space')
  await expect(head('Source')).toHaveAttribute('aria-sort', 'ascending')
  await expect(head('Date')).not.toHaveAttribute('aria-sort')
  await expect(contacts.getByRole('row', { name: 'Organic' })).toHaveAttribute('aria-current', 'true')
  await expect(contacts.getByRole('cell', { name: 'Nobody answered' })).toBeVisible()

  const record = part(page, 'Table and progress').getByRole('button', { name: 'Show it' })
  await record.press('Enter')
  const hide = part(page, 'Table and progress').getByRole('button', { name: 'Hide it' })
  await expect(hide).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('"id": null')).toBeVisible()
})

test('progress, amounts and waiting are said in words', async ({ page }) => {
  const table = part(page, 'Table and progress')
  await expect(table.getByRole('progressbar', { name: 'Exporting to XLSX' })).toHaveAttribute(
    'aria-valuetext',
    '7,350 of 12,480',
  )
  await expect(table.getByRole('meter', { name: 'Sessions' }).last()).toHaveAttribute(
    'aria-valuetext',
    '1000 of 1000',
  )
  await expect(table.getByRole('status').filter({ hasText: 'Loading comments' })).toBeVisible()
  const panels = part(page, 'One panel in every state')
  await expect(panels.locator('[aria-live=polite]', { hasText: 'could not refresh' })).toBeVisible()
  await expect(panels.getByRole('table', { name: 'Sources, loading' })).toHaveAttribute('aria-busy', 'true')
})

test('a value is copied and said to be; where copying is forbidden it is selected', async ({
  page,
  context,
}) => {
  const facts = part(page, 'Facts and texts')
  const copy = facts.getByRole('button', { name: 'Copy number' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await copy.press('Enter')
  await expect(facts.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('+79164821705')

  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await copy.press('Enter')
  const manual = facts.getByRole('textbox', { name: 'Press Ctrl+C to copy the number' })
  await expect(manual).toBeFocused()
  expect(await page.evaluate(() => String(getSelection()))).toBe('+79164821705')

  await facts.getByRole('button', { name: 'Show all' }).press('Enter')
  await expect(facts.getByRole('button', { name: 'Show all' })).toBeHidden()
})
