/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatShortDay } from '#/i18n/format.ts'
import { words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'
import { tabCount, here, newestMissed, page, rows } from '../page-testing.ts'

test('filters narrow the list, are in the address, and are taken back together', async () => {
  const { user, search } = await renderApp('/call-back?first_time=1', page)
  await here()
  const first = (await rows()).length
  expect(tabCount(/^Open/)).toBeGreaterThanOrEqual(first)
  for (const row of await rows()) expect(words(row)).toContain('First-time')
  await user.click(screen.getByRole('button', { name: /^First-time/ }))
  expect(search().get('first_time')).toBeNull()
  await eventually(async () => expect((await rows()).length).toBe(tabCount(/^Open/)))
})

test('a mail’s link shows who was missed on its day; a day that does not exist leaves everybody', async () => {
  const { user, search, address, api, open } = await renderApp('/call-back', page)
  const { day } = await newestMissed(api)
  await here()
  const all = tabCount(/^Open/)
  open(`/call-back?day=${day}`)
  const chip = await screen.findByRole('button', { name: /^Missed / })
  expect(chip.getAttribute('aria-pressed')).toBe('true')
  await eventually(async () => {
    const some = await rows()
    expect(some.length).toBeLessThan(all)
    expect(words(chip)).toBe(`Missed ${formatShortDay(day)}${some.length}`)
    expect(tabCount(/^Open/)).toBe(all)
  })
  await user.click(chip)
  expect(search().get('day')).toBeNull()
  await eventually(async () => expect((await rows()).length).toBe(tabCount(/^Open/)))
  expect(screen.queryByRole('button', { name: /^Missed / })).toBeNull()
  open('/call-back?day=2026-02-30&tab=foo')
  await screen.findByText('Not understood and left out of the address: Which callers, Day')
  expect(address()).toBe('/call-back')
  await eventually(async () => expect((await rows()).length).toBe(tabCount(/^Open/)))
  expect(screen.queryByRole('button', { name: /^Missed / })).toBeNull()
})

test('a source is chosen among those of who waits; the navigation says how many wait of all', async () => {
  const { user, search } = await renderApp('/call-back', page)
  await here()
  const all = (await rows()).length
  const entry = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', {
    name: 'Missed callers',
  })
  await eventually(() => expect(words(entry)).toBe(`Missed callers${all}`))
  await user.click(screen.getByRole('button', { name: 'Source' }))
  const [first, second] = within(await screen.findByRole('listbox', { name: 'Source' })).getAllByRole(
    'option',
  )
  const [, source, count] = /^(.+?)(\d+)$/.exec(first!.textContent)!
  expect(Number(count)).toBeGreaterThanOrEqual(Number(/\d+$/.exec(second!.textContent)![0]))
  await user.click(first!)
  await eventually(async () => expect(await rows()).toHaveLength(Number(count)))
  expect(search().get('source')).toBe(source === 'Without source' ? '~' : source)
  for (const row of await rows()) expect(words(row)).toContain(source)
  expect(words(entry)).toBe(`Missed callers${all}`)
  await user.click(screen.getByRole('button', { name: 'Remove filter: Source' }))
  await eventually(async () => expect(await rows()).toHaveLength(all))
})

test('an object is chosen among those of who waits, in the address as in the head; all keys are a press away', async () => {
  const { user, search } = await renderApp('/call-back', page)
  await here()
  const all = (await rows()).length
  await user.click(screen.getByRole('button', { name: 'Object' }))
  const [first] = within(await screen.findByRole('listbox', { name: 'Object' })).getAllByRole('option')
  const [, title, count] = /^(.+?)(\d+)$/.exec(first!.textContent)!
  await user.click(first!)
  await eventually(async () => expect(await rows()).toHaveLength(Number(count)))
  for (const row of await rows()) expect(words(row)).toContain(title)
  expect(search().get('object')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove filter: Object' }))
  await eventually(async () => expect(await rows()).toHaveLength(all))
  await user.click(screen.getByRole('button', { name: /all keys$/ }))
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
})

test('a press beside a row’s source narrows the list to it', async () => {
  const { user, search } = await renderApp('/call-back', page)
  await here()
  const [first] = await rows()
  const button = within(first!).getByRole('button', { name: /^Filter by / })
  const source = button.getAttribute('aria-label')!.replace('Filter by ', '')
  const expected = (await rows()).filter((row) =>
    within(row).queryByRole('button', { name: `Filter by ${source}` }),
  ).length
  await user.click(button)
  await eventually(async () => expect(await rows()).toHaveLength(expected))
  expect(search().get('source')).toBe(source === 'Without source' ? '~' : source)
  expect(screen.queryByRole('button', { name: /^Filter by / })).toBeNull()
})

test('the two figures say where they come from, and what they do not measure', async () => {
  const { user } = await renderApp('/call-back', page)
  await here()
  await user.click(screen.getByRole('button', { name: /^Time to reconnect/ }))
  const receipt = await screen.findByRole('article', { name: /^Time to reconnect/ })
  expect(words(receipt)).toContain('Calls that you make are not in the service’s data')
  expect(words(receipt)).toContain('The 7 days before')
})
