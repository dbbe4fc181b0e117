// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import { periodPicker } from '#/test/screens/period.ts'
import { buttonOf, openOverview } from '../page-testing.ts'

const open = async (query: string, phone = false) => {
  const app = await openOverview(query, { phone })
  const pill = (name: string | RegExp) => eventually(() => buttonOf(name))
  return {
    ...app,
    pill,
    pick: async (name: RegExp) => {
      await app.user.click(await pill(name))
      const picker = await periodPicker()
      await within(picker).findByRole(phone ? 'button' : 'listbox', phone ? { name: 'Close' } : {})
      return { picker, inPicker: within(picker) }
    },
  }
}

test('period and comparison are chosen in one step, every option with its dates', async () => {
  const { user, search, history, pill, pick } = await open('')
  const { inPicker } = await pick(/^Period/)
  await user.click(inPicker.getByRole('option', { name: 'Last month' }))
  expect(inPicker.getByLabelText<HTMLInputElement>('From').value).toBe('2026-10-01')
  expect(inPicker.getByLabelText<HTMLInputElement>('To').value).toBe('2026-10-31')
  inPicker.getByText('31 days')
  for (const [name, description] of [
    ['Previous period', 'Aug 31 – Sep 30, 2026'],
    ['Same days last month', 'Sep 1 – 30, 2026'],
    ['Same dates last year', 'Oct 1 – 31, 2025'],
  ] as const)
    expect(
      words(document.getElementById(inPicker.getByRole('radio', { name }).getAttribute('aria-describedby')!)),
    ).toBe(description)
  // A calendar month is compared with a calendar month by default.
  expect(inPicker.getByRole<HTMLInputElement>('radio', { name: 'Same days last month' }).checked).toBe(true)
  await user.click(inPicker.getByRole('radio', { name: 'Same dates last year' }))
  expect(Object.fromEntries(search())).toEqual({})
  await user.click(inPicker.getByRole('button', { name: 'Apply' }))
  await pill('Compared with Oct 1 – 31, 2025')
  expect(Object.fromEntries(search())).toEqual({ period: 'last_month', compare: 'year' })
  history.back()
  await pill('Period Last 30 days')
})

test(
  'last month faces the month before, and a link that names another comparison keeps it',
  { tags: 'all' },
  async () => {
    const { user, search, pill, pick, open: go } = await open('?period=last_month')
    await pill('Compared with Sep 1 – 30, 2026')
    go('/overview?period=last_month&compare=previous')
    await pill('Compared with Aug 31 – Sep 30, 2026')
    const { inPicker } = await pick(/^Compared with/)
    await user.click(inPicker.getByRole('radio', { name: 'Same days last month' }))
    await user.click(inPicker.getByRole('button', { name: 'Apply' }))
    await pill('Compared with Sep 1 – 30, 2026')
    expect(Object.fromEntries(search())).toEqual({ period: 'last_month' })
  },
)

test('editing a field selects Custom, and Cancel changes nothing', { tags: 'all' }, async () => {
  const { user, address, pill, pick } = await open('')
  const { inPicker } = await pick(/^Period/)
  const isSelected = (name: string) => inPicker.getByRole('option', { name }).ariaSelected
  expect(isSelected('Last 30 days')).toBe('true')
  await user.clear(inPicker.getByLabelText('From'))
  await user.type(inPicker.getByLabelText('From'), '2026-11-02')
  expect(isSelected('Last 30 days')).toBe('false')
  expect(isSelected('Custom')).toBe('true')
  await user.click(inPicker.getByRole('button', { name: 'Cancel' }))
  await pill('Period Last 30 days')
  expect(address()).toBe('/overview')

  const again = await pick(/^Period/)
  await user.clear(again.inPicker.getByLabelText('From'))
  await user.type(again.inPicker.getByLabelText('From'), '2026-11-02{Enter}')
  await eventually(() => expect(address()).toBe('/overview?date_from=2026-11-02&date_to=2026-11-20'))
})

test('“All time” disables what to compare with, says why, and gives it back', async () => {
  const { user, search, pill, pick } = await open('?compare=year')
  const { inPicker } = await pick(/^Period/)
  await user.click(inPicker.getByRole('option', { name: 'All time' }))
  const group = inPicker.getByRole('radiogroup', { name: 'Compare with' })
  expect(words(document.getElementById(group.getAttribute('aria-describedby')!))).toBe(
    '“All time” has no previous period',
  )
  for (const radio of within(group).getAllByRole<HTMLInputElement>('radio')) expect(radio.disabled).toBe(true)
  expect(inPicker.getByRole<HTMLInputElement>('radio', { name: 'No comparison' }).checked).toBe(true)
  await user.click(inPicker.getByRole('button', { name: 'Apply' }))
  await pill('Compared with nothing')
  expect(Object.fromEntries(search())).toEqual({ period: 'all', compare: 'year' })

  const again = await pick(/^Period/)
  await user.click(again.inPicker.getByRole('option', { name: 'Last 30 days' }))
  expect(again.inPicker.getByRole<HTMLInputElement>('radio', { name: 'Same dates last year' }).checked).toBe(
    true,
  )
})

test('goes by keyboard alone, the focus where one left off', { tags: 'all' }, async () => {
  const { user, address, pill } = await open('')
  ;(await pill(/^Period/)).focus()
  await user.keyboard('{Enter}')
  const inPicker = within(await periodPicker())
  const option = (name: string) => inPicker.getByRole('option', { name })
  await inPicker.findByRole('listbox')
  await eventually(() => expect(document.activeElement).toBe(option('Last 30 days')))
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(option('Last 7 days'))
  await user.keyboard('{Enter}')
  expect(option('Last 7 days').ariaSelected).toBe('true')
  expect(address()).toBe('/overview')
  await user.keyboard('{Enter}')
  await eventually(() => expect(address()).toBe('/overview?period=last_7_days'))
  await pill('Period Last 7 days')
})

test('on a phone comparison and times are steps of their own', { tags: 'all' }, async () => {
  const { user, search, pick } = await open('', true)
  const { inPicker } = await pick(/^Period/)
  await user.click(inPicker.getByRole('option', { name: 'Yesterday' }))
  expect(inPicker.queryByRole('radio')).toBeNull()
  await user.click(inPicker.getByRole('button', { name: /^Compare with\s*Previous period/ }))
  await user.click(inPicker.getByRole('radio', { name: 'No comparison' }))
  await user.click(inPicker.getByRole('button', { name: 'Back to period' }))
  await user.click(inPicker.getByRole('button', { name: /^Compare with\s*No comparison/ }))
  await user.click(inPicker.getByRole('radio', { name: 'Same dates last year' }))
  await user.click(inPicker.getByRole('button', { name: 'Back to period' }))
  await user.click(inPicker.getByRole('button', { name: /^Times\s*Each object’s own/ }))
  expect(inPicker.getAllByRole('radio')).toHaveLength(2)
  await user.click(inPicker.getByRole('button', { name: 'Show 1 day' }))
  await eventually(() =>
    expect(Object.fromEntries(search())).toEqual({ period: 'yesterday', compare: 'year' }),
  )
  await user.click(buttonOf(/^Compared with/))
  await eventually(() => expect(screen.getAllByRole('radio')).toHaveLength(5))
})

test('“Show” leads to the step with an incomplete comparison on a phone', { tags: 'all' }, async () => {
  const { user, address, pick } = await open('', true)
  const { inPicker } = await pick(/^Period/)
  await user.click(inPicker.getByRole('button', { name: /^Compare with/ }))
  await user.click(inPicker.getByRole('radio', { name: 'Custom days' }))
  await user.clear(inPicker.getByLabelText('First day'))
  await user.click(inPicker.getByRole('button', { name: 'Back to period' }))
  await user.click(inPicker.getByRole('button', { name: 'Show 30 days' }))
  inPicker.getByText('Choose both days')
  expect(address()).toBe('/overview')
  await user.click(inPicker.getByRole('button', { name: 'Back to period' }))
  await user.clear(inPicker.getByLabelText('From'))
  await user.click(inPicker.getByRole('button', { name: /^Compare with/ }))
  await user.click(inPicker.getByRole('button', { name: 'Show' }))
  inPicker.getByLabelText('From')
  inPicker.getByText('Choose both days')
})

test('applies “All time” whatever its hidden comparison lacks', { tags: 'all' }, async () => {
  const { user, search, pill, pick } = await open('?compare=year')
  const { inPicker } = await pick(/^Period/)
  await user.click(inPicker.getByRole('radio', { name: 'Custom days' }))
  await user.clear(inPicker.getByLabelText('First day'))
  await user.click(inPicker.getByRole('option', { name: 'All time' }))
  await user.click(inPicker.getByRole('button', { name: 'Apply' }))
  await pill('Period All time')
  expect(Object.fromEntries(search())).toEqual({ period: 'all', compare: 'year' })
})

test(
  'old links keep what they mean, also of periods that are no longer offered',
  { tags: 'all' },
  async () => {
    const { user, address, pill, pick } = await open('?period=last_week')
    await pill('Period Last week')
    const { inPicker } = await pick(/^Period/)
    expect(inPicker.getByRole('option', { name: 'Custom' }).ariaSelected).toBe('true')
    expect(inPicker.getByLabelText<HTMLInputElement>('From').value).toBe('2026-11-09')
    await user.click(inPicker.getByRole('button', { name: 'Apply' }))
    expect(address()).toBe('/overview?period=last_week')
  },
)

test('the report has the same picker, and stays the report', { tags: 'all' }, async () => {
  const app = await open('/report')
  const { inPicker } = await app.pick(/^Period/)
  await app.user.click(inPicker.getByRole('option', { name: 'Last month' }))
  await app.user.click(inPicker.getByRole('button', { name: 'Apply' }))
  await eventually(() => expect(app.address()).toBe('/overview/report?period=last_month'))
})
