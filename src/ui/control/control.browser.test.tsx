import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { focus, mount, press, pressOn, tabsThrough } from '#/test/browser.tsx'
import { ButtonsPart, FieldsPart } from '../../../e2e/gallery/controls.tsx'
import { TextsPart } from '../../../e2e/gallery/data.tsx'
import { FiltersPart } from '../../../e2e/gallery/filters-and-views.tsx'

/* Keyboard and screen reader tests: controls are found by role and name. */

const button = (name: string) => page.getByRole('button', { name })
const field = (name: string) => page.getByRole('textbox', { name })
const checkbox = (name: string) => page.getByRole('checkbox', { name })
/** What the page said last: every button on it says that it was pressed. */
const logged = (text: string) => page.getByRole('log').getByText(text)

test('a button is pressed by Enter and Space; one that cannot be used keeps its place and says why', async () => {
  await mount(<ButtonsPart />)
  const [save, saving, exports] = [button('Save'), button('Saving').first(), button('Export')]
  await tabsThrough([save.nth(0), save.nth(1), saving, save.nth(2), exports.nth(0)])
  await press('Enter', 'Space')
  await expect.element(logged('Export: pressed')).toHaveLength(2)

  await expect.element(saving).toHaveAttribute('aria-busy', 'true')
  await pressOn(saving, 'Enter')
  const disabled = exports.nth(2)
  await expect.element(disabled).toHaveAttribute('aria-disabled', 'true')
  await expect.element(disabled).toHaveAccessibleDescription('There is no contact to export.')
  await pressOn(disabled, 'Enter', 'Space')
  await expect.element(logged('Saving: pressed')).not.toBeInTheDocument()
  await expect.element(logged('Export: pressed')).toHaveLength(2)
})

test('an icon button has a name, a state, and a tooltip that Escape puts away', async () => {
  await mount(<ButtonsPart />)
  await focus(page.getByRole('link', { name: 'A link like a button' }))
  await tabsThrough(['Refresh', 'Columns', 'Pin', 'Download', 'Previous'].map(button))
  await expect.element(button('Columns')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(button('Pin')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(button('Download')).toHaveAttribute('aria-busy', 'true')
  await expect.element(button('Previous')).toHaveAccessibleDescription('This is the first contact.')

  const tooltip = page.getByText('Previous. This is the first contact.')
  await expect.element(tooltip).toBeVisible()
  await press('Escape')
  await expect.element(tooltip).not.toBeInTheDocument()
  await button('Pin').hover()
  await expect.element(page.getByText('Pin')).toBeVisible()
})

test('a field is found by its label, says its hint and what is wrong, and Tab passes by a disabled one', async () => {
  await mount(<FieldsPart />)
  await expect.element(field('Source title')).toHaveAccessibleDescription('Part of the title is enough.')
  await expect.element(field('Duration')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Duration')).toHaveAccessibleDescription('Write it in seconds, such as 90.')
  await expect.element(page.getByRole('alert').first()).toHaveTextContent('Write it in seconds, such as 90.')
  await expect.element(field('Domain')).toBeDisabled()
  await expect
    .element(field('Domain'))
    .toHaveAccessibleDescription('Only the owner of the account can change it.')
  await expect.element(field('Page address')).toHaveAccessibleDescription('')

  const search = page.getByRole('searchbox', { name: 'Search clients' })
  const from = page.getByLabelText('From')
  await focus(field('Page address'))
  // A native date field has four tab stops.
  await tabsThrough([field('Source title'), field('Duration'), from, from, from, from, field('Note'), search])
  await userEvent.keyboard('sever')
  await expect.element(search).toHaveValue('sever')
  await press('Escape')
  await expect.element(search).toHaveValue('')

  const status = page.getByRole('combobox', { name: 'Status' })
  await pressOn(status, 'ArrowUp')
  await expect.element(status).toHaveValue('No answer')
  await expect
    .element(page.getByRole('combobox', { name: 'Status to set' }))
    .toHaveAccessibleDescription('Choose a status.')
})

test('checkboxes turn with Space, radio buttons with the arrows, and both are described', async () => {
  await mount(<FieldsPart />)
  await expect.element(checkbox('Some')).toBePartiallyChecked()
  await pressOn(checkbox('Off'), 'Space')
  await expect.element(checkbox('Off')).toBeChecked()
  await tabsThrough([checkbox('On'), checkbox('Some'), checkbox('Last source')])
  await expect
    .element(checkbox('Last source'))
    .toHaveAccessibleDescription('Keeps the source of the last visit.')
  await expect
    .element(checkbox('Record calls'))
    .toHaveAccessibleDescription('Your tariff has no call recording.')

  const radio = (name: string) => page.getByRole('group', { name: 'Format' }).getByRole('radio', { name })
  await tabsThrough([radio('CSV')])
  await press('ArrowRight')
  await expect.element(radio('XLSX')).toBeChecked()
  await press('ArrowRight')
  await expect.element(radio('CSV')).toBeChecked()
})

test('a filter opens, gives the focus back, and keeps it when its value is taken off', async () => {
  await mount(<FiltersPart />)
  await pressOn(button('Source'), 'Enter')
  const editor = page.getByRole('listbox', { name: 'Source' })
  const option = (name: string) => editor.getByRole('option', { name })
  await expect.element(option('Any')).toHaveFocus()
  await expect.element(button('Source')).toHaveAttribute('aria-expanded', 'true')
  await press('ArrowDown')
  await expect.element(option('Answered')).toHaveFocus()
  await press('Enter')
  await expect.element(option('Answered')).toHaveAttribute('aria-selected', 'true')
  await press('Escape')
  await expect.element(editor).not.toBeInTheDocument()
  await expect.element(button('Source Answered')).toHaveFocus()

  await tabsThrough([button('Remove filter: Source Answered')])
  await press('Space')
  await expect.element(button('Source')).toHaveFocus()
  await expect.element(button('Remove filter: Period Month')).not.toBeInTheDocument()

  const chip = page.getByRole('button', { name: 'No answer 124' })
  await pressOn(chip, 'Space')
  await expect.element(chip).toHaveAttribute('aria-pressed', 'true')

  const views = page.getByRole('navigation', { name: 'Views' })
  const view = (name: string) => views.getByRole('link', { name })
  await expect.element(view('All contacts')).toHaveAttribute('aria-current', 'page')
  await pressOn(view('Long calls'), 'Enter')
  await expect.element(view('Long calls')).toHaveAttribute('aria-current', 'page')
  expect(views.element().querySelectorAll('[aria-current]')).toHaveLength(1)
})

test('fault-clipboard: a value is copied and said to be; where copying is forbidden it is selected', async () => {
  await mount(<TextsPart />)
  const copy = page.getByRole('button', { name: 'Copy number' })
  await pressOn(copy, 'Enter')
  await expect.element(page.getByRole('status').filter({ hasText: 'Copied' })).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe('+79164821705')

  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'))
  await pressOn(copy, 'Enter')
  const manual = page.getByRole('textbox', { name: 'Press Ctrl+C to copy the number' })
  await expect.element(manual).toHaveFocus()
  expect(String(getSelection())).toBe('+79164821705')

  const all = page.getByRole('button', { name: 'Show all' })
  await pressOn(all, 'Enter')
  await expect.element(all).not.toBeInTheDocument()
})
