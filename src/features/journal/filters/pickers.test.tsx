/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openJournal, says } from '#/test/screens/journal.ts'
import { button, named, rowsOf, words } from '#/test/page.ts'
import { periodPicker } from '#/test/screens/period.ts'
import { eventually } from '#/test/render-app.tsx'

const filters = () => screen.getByRole('region', { name: /^(Filters|Фильтры)$/ })
const pill = (name: string) => button(name, filters())

test('a source is found by a part of its name, and taken off again', async () => {
  const { user, address, search, queries, totalOf } = await openJournal('/calls?period=all')
  await user.click(pill('Source'))
  const field = await screen.findByRole('combobox', { name: 'Source' })
  await screen.findByRole('option', { name: 'Органический поиск' })
  await user.type(field, 'пОИсковая рЕклам')
  await eventually(() =>
    expect(screen.getAllByRole('option').map(words)).toEqual([
      'Поисковая реклама',
      'contains “пОИсковая рЕклам”',
    ]),
  )
  await user.keyboard('{Enter}')
  await eventually(() => expect(search().get('source_filter')).not.toBeNull())
  const query = `?period=all&source_filter=${search().get('source_filter')}`
  await eventually(() => expect(queries()).toContain(query))
  await says(`${(await totalOf(query)).toLocaleString('en')} contacts`)
  // One source with a name by object and language.
  await eventually(() => {
    const sources = rowsOf('Contacts').flatMap((row) => (row['Status'] ? [row['Source'] ?? ''] : []))
    expect(sources.length).toBeGreaterThan(0)
    for (const source of sources) expect(source).toMatch(/^(Поисковая реклама|Paid search)/)
  })

  await user.click(pill('Source Поисковая реклама'))
  await user.click(await screen.findByRole('option', { name: 'Any' }))
  await eventually(() => expect(address()).toBe('/calls?period=all'))
})

test('typing is one step, is never lost, and Back is never undone by what still waits', async () => {
  const { user, address, queries, history } = await openJournal('/calls?period=all')
  const isAt = (query: string) => eventually(() => expect(address()).toBe(`/calls${query}`))
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Page address' })
  await user.click(pill('Page address'))
  await user.type(field(), 'pri')
  await isAt('?period=all&uri_filter=pri')
  await user.type(field(), 'ce')
  await isAt('?period=all&uri_filter=price')
  history.back()
  await isAt('?period=all')
  await eventually(() => expect(field().value).toBe(''))

  await user.type(field(), 'sofa')
  await user.click(screen.getByRole('checkbox', { name: 'First-time only' }))
  await isAt('?period=all&repeated_filter=1&uri_filter=sofa')
  await eventually(() => expect(queries()).toContain('?period=all&repeated_filter=1&uri_filter=sofa'))

  await user.clear(field())
  await user.type(field(), 'soft')
  await user.keyboard('{Escape}')
  await isAt('?period=all&repeated_filter=1&uri_filter=soft')
  expect(queries().findLast((query) => query.includes('uri_filter=sof'))).toContain('soft')
})

test.each([
  ['en', 'Period', 'September 2026', 'Mon', 'September 8, 2026', 'September 10, 2026'],
  ['ru', 'Период', 'сентябрь 2026', 'пн', 'вторник, 8 сентября 2026', 'четверг, 10 сентября 2026'],
] as const)(
  'the range calendar, %s: both ends are one step, half a choice is forgotten',
  async (locale, period, grid, weekday, from, to) => {
    const start = '?period=custom&date_from=2026-09-14&date_to=2026-09-20'
    const { user, address, queries, history } = await openJournal(`/calls${start}`, { locale })
    const opener = () => within(filters()).getByRole('button', { name: new RegExp(`^${period}`) })
    const day = (name: string) =>
      within(screen.getByRole('application')).getByRole('button', { name: new RegExp(name) })
    await user.click(opener())
    const [first] = await screen.findAllByRole('grid')
    expect(screen.getAllByRole('grid')).toHaveLength(2)
    screen.getByRole('grid', { name: new RegExp(grid, 'i') })
    expect(words(first!.querySelector('th'))).toBe(weekday)
    await user.click(day(from))
    await user.click(day(to))
    await user.click(screen.getByRole('button', { name: /^(Apply|Применить)$/ }))
    const query = '?period=custom&date_from=2026-09-08&date_to=2026-09-10'
    await eventually(() => expect(address()).toBe(`/calls${query}`))
    await eventually(() => expect(queries()).toContain(query))
    history.back()
    await eventually(() => expect(address()).toBe(`/calls${start}`))

    await user.click(opener())
    await screen.findAllByRole('grid')
    await user.click(day(to))
    await user.keyboard('{Escape}{Escape}')
    expect(address()).toBe(`/calls${start}`)
  },
)

const openSheet = async (query: string) => {
  const app = await openJournal(`/calls${query}`, { phone: true })
  await app.user.click(screen.getByRole('button', { name: /^Filters/ }))
  const sheet = await screen.findByRole('dialog', { name: 'Filters' })
  await within(sheet).findByRole('button', { name: /^Status/ })
  return { ...app, sheet, inSheet: within(sheet) }
}

test('on a phone a sheet has every filter by its name, and says how many contacts they leave', async () => {
  const { user, address, queries, sheet, inSheet, totalOf } = await openSheet('?period=year')
  await user.click(inSheet.getByRole('button', { name: /^Duration/ }))
  await user.click(inSheet.getByRole('option', { name: 'Over 1 min' }))
  const page = () => inSheet.getByLabelText<HTMLInputElement>('Page address')
  const target = () => inSheet.getByLabelText<HTMLInputElement>('Target only')
  await user.type(page(), 'price')
  await user.click(target())
  const query = '?period=year&target_filter=1&uri_filter=price&duration_filter=gt1m'
  await eventually(() => expect(address()).toBe(`/calls${query}`))
  await eventually(() => expect(queries()).toContain(query))
  const found = await totalOf(query)
  await eventually(() => button(`Show ${found} contact${found === 1 ? '' : 's'}`, sheet))

  await user.click(inSheet.getByRole('button', { name: /^Source/ }))
  await user.type(await inSheet.findByRole('combobox', { name: 'Source' }), 'орган')
  await user.click(await inSheet.findByRole('option', { name: 'Органический поиск' }))
  await inSheet.findByRole('button', { name: named('Source Органический поиск') })

  await user.click(button('Clear filters', sheet))
  await eventually(() => expect(address()).toBe('/calls'))
  expect(page().value).toBe('')
  expect(target().checked).toBe(false)

  await user.click(inSheet.getByRole('button', { name: /^Status/ }))
  await user.click(inSheet.getByRole('option', { name: 'No answer' }))
  await user.click(inSheet.getByLabelText('First-time only'))
  await user.click(await inSheet.findByRole('button', { name: /^Show [\d,]+ contacts?$/ }))
  await screen.findByRole('button', { name: named('Filters 2') })
  expect(sheet.hasAttribute('open')).toBe(false)
})

test('on a phone the picker has steps for the service’s words and for times', async () => {
  const { user, address, queries } = await openJournal('/calls?period=all', { phone: true })
  await user.click(pill('Period All time'))
  const picker = within(await periodPicker())
  await user.click(await picker.findByRole('option', { name: 'Custom' }))
  await eventually(() => expect(picker.getAllByRole('grid')).toHaveLength(1))
  expect(picker.queryByRole('radio')).toBeNull()
  await user.type(picker.getByLabelText('From'), '2026-09-07')
  await user.type(picker.getByLabelText('To'), '2026-09-13')
  await picker.findByRole('grid', { name: /September 2026/ })
  await user.click(picker.getByRole('button', { name: /September 9, 2026/ }))
  await user.click(picker.getByRole('button', { name: /September 11, 2026/ }))
  expect(queries().filter((query) => query.includes('custom'))).toEqual([])
  await user.click(picker.getByRole('button', { name: 'Show 3 days' }))
  await eventually(() =>
    expect(address()).toBe('/calls?period=custom&date_from=2026-09-09&date_to=2026-09-11'),
  )

  await user.click(within(filters()).getByRole('button', { name: /^Period/ }))
  await user.click(await picker.findByRole('button', { name: /^Times/ }))
  await user.click(picker.getByRole('radio', { name: /^My time/ }))
  await user.click(picker.getByRole('button', { name: 'Back to period' }))
  await picker.findByRole('button', { name: /^Times\s*My time/ })
  await user.click(picker.getByRole('button', { name: /^As the service counts/ }))
  await user.click(picker.getByRole('radio', { name: 'Year' }))
  await user.click(picker.getByRole('button', { name: 'Show' }))
  await eventually(() => expect(address()).toBe('/calls?period=year'))
})

test('stops at the filters once by Tab, and moves along them by arrows', async () => {
  const { user } = await openJournal('/calls?period=week')
  await user.keyboard('/')
  expect(document.activeElement).toBe(button(/^Period/, filters()))
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(document.activeElement).toBe(pill('Source'))
  await user.tab()
  expect(document.activeElement).toBe(button('Clear filters', filters()))
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(pill('Source'))
  await user.click(pill('Page address'))
  await user.type(screen.getByRole('textbox', { name: 'Page address' }), 'roof{ArrowLeft}')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Page address' }))
})
