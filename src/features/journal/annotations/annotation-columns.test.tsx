/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readKey } from '#/api/keys.ts'
import type { ListedCall } from '#/contract/call.ts'
import { rowsOfCsv, noteSavedFiles } from '#/test/outputs/saved-files.ts'
import { readXlsx } from '#/test/outputs/xlsx.ts'
import { button, words } from '#/test/page.ts'
import { eventually, happens, type RenderAppOptions } from '#/test/render-app.tsx'
import { contacts, linkOf, openJournal, row } from '#/test/screens/journal.ts'

/* Annotations as columns of the journal and its exports. */

const NAMES = ['Outcome', 'Tags', 'Note', 'Score'] as const

const open = async (options: Partial<RenderAppOptions> = {}) => {
  const app = await openJournal('/calls?period=year', { account: 'small_marketer', ...options })
  const { calls } = await app.answer('?period=year')
  const mark = async ({ obj_oid: oid, id }: ListedCall, values: object, version = 0) =>
    app.api.write('PUT', `/api/marks/${oid}/${id}`, { version, ...values })
  const choose = async (...names: readonly string[]) => {
    await app.user.click(screen.getByRole('button', { name: /^Columns/ }))
    await screen.findByText('Kept in Callboard')
    for (const name of names) await app.user.click(await screen.findByRole('checkbox', { name }))
    await app.user.keyboard('{Escape}')
  }
  const cell = (place: number, name: string) => {
    const heads = within(contacts()).getAllByRole('columnheader').map(words)
    return row(place)!.querySelectorAll('td')[heads.indexOf(name)]!
  }
  const annotationRequests = () => app.api.requests.filter(({ path }) => path.startsWith('/api/marks'))
  return { ...app, calls, mark, choose, cell, annotationRequests }
}

test('marks are a group of columns of their own, and are asked for only where one is shown', async () => {
  const { calls, mark, choose, cell, annotationRequests } = await open()
  await mark(calls[0]!, {
    outcome: 'called',
    tags: ['kitchen', 'big deal'],
    note: 'Wants a garage',
    score: 4,
  })
  await mark(calls[1]!, { outcome: 'no_answer' })
  expect(annotationRequests()).toEqual([])
  await choose(...NAMES)
  await eventually(() => expect(words(cell(1, 'Outcome'))).toBe('Called'))
  expect(cell(1, 'Outcome').title).toMatch(/^Called, \S+@\S+, Nov/)
  expect(words(cell(1, 'Tags'))).toBe('kitchenbig deal')
  expect(cell(1, 'Tags').title).toMatch(/^kitchen, big deal\nLast change: \S+@\S+, Nov/)
  expect(words(cell(1, 'Note'))).toBe('Wants a garage')
  expect(words(cell(1, 'Score'))).toBe('4')
  expect(words(cell(2, 'Outcome'))).toBe('No answer')
  expect(words(cell(2, 'Tags'))).toBe('–')
  expect(words(cell(3, 'Outcome'))).toBe('–')
  // Requested for visible rows, in few requests.
  expect(annotationRequests().length).toBeLessThan(4)
})

test('marks that another user has deleted leave the rows of a page that is open', async () => {
  const { api, calls, mark, choose, cell, queryClient } = await open()
  await mark(calls[0]!, { outcome: 'called', score: 4 })
  await choose('Outcome', 'Score')
  await eventually(() => expect(words(cell(1, 'Score'))).toBe('4'))
  await api.write('DELETE', '/api/marks')
  await happens(() =>
    queryClient.refetchQueries({ predicate: ({ queryKey }) => readKey(queryKey)?.name === 'annotations_of' }),
  )
  await eventually(() => expect(words(cell(1, 'Score'))).toBe('–'))
  expect(words(cell(1, 'Outcome'))).toBe('–')
})

test('what is marked on the contact’s page stands in the journal as soon as one comes back', async () => {
  const { user, choose, cell, back } = await open()
  await choose('Outcome', 'Score')
  await eventually(() => expect(words(cell(1, 'Outcome'))).toBe('–'))
  await user.click(linkOf(1)!)
  await user.click(await screen.findByRole('button', { name: 'Called' }))
  await user.click(button('Score 5 of 5'))
  await eventually(() => expect(button('Score 5 of 5').ariaPressed).toBe('true'))
  back()
  await eventually(() => expect(words(cell(1, 'Outcome'))).toBe('Called'))
  expect(words(cell(1, 'Score'))).toBe('5')
})

const GRIM = { tags: ['=1+1', '@x'], note: '=HYPERLINK("https://evil.test")', score: 2, outcome: 'called' }

test('files have marks in columns headed as on screen, and nothing in them is a formula', async () => {
  const { user, calls, mark, choose } = await open()
  await mark(calls[0]!, GRIM)
  await choose(...NAMES)
  const { saving } = noteSavedFiles()
  const dialog = async () => {
    await user.click(button('Export'))
    return screen.findByRole('dialog', { name: 'Export' })
  }
  const csv = await (async () => {
    const open = await dialog()
    return saving(() => user.click(button('Start export', open)))
  })()
  const [first, second] = await rowsOfCsv(csv)
  expect(Object.keys(first!).slice(-4)).toEqual(['Outcome', 'Tags', 'Note', 'Score'])
  expect(NAMES.map((name) => first![name])).toEqual([
    'Called',
    "'=1+1,' @x",
    `'=HYPERLINK("https://evil.test")`,
    '2',
  ])
  expect(NAMES.map((name) => second![name])).toEqual(['', '', '', ''])
  await user.click(await screen.findByRole('button', { name: 'Close' }))

  const xlsx = await (async () => {
    const open = await dialog()
    await user.click(within(open).getByRole('radio', { name: 'XLSX' }))
    await user.click(within(open).getByRole('radio', { name: 'All columns' }))
    return saving(() => user.click(button('Start export', open)))
  })()
  const [sheet] = await readXlsx(await xlsx.bytes())
  const [heads, marked, unmarked] = sheet!.rows
  const of = (cells: typeof heads) =>
    ['Outcome', 'Outcome set by', 'Tags', 'Note', 'Score'].map((name) => cells![heads!.indexOf(name)])
  expect(of(marked)).toEqual(['Called', expect.stringMatching(/@/), GRIM.tags.join(', '), GRIM.note, 2])
  expect(marked![heads!.indexOf('Outcome set at')]).toBeInstanceOf(Date)
  expect(of(unmarked).map((cell) => cell ?? null)).toEqual([null, null, null, null, null])
})
