/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recentAnnotationsQuery } from '#/api/annotations/annotations.ts'
import type { ListedCall } from '#/contract/call.ts'
import { filterValue } from '#/domain/contact-list/filter-labels.ts'
import { setPrivacyMode } from '#/i18n/privacy-mode.ts'
import { presentFiles } from '#/i18n/privacy-masks.ts'
import { button, words } from '#/test/page.ts'
import { openJournal, says } from '#/test/screens/journal.ts'
import { eventually, happens } from '#/test/render-app.tsx'

const DAYS = 'period=custom&date_from=2026-11-12&date_to=2026-11-18'
const filters = () => screen.getByRole('region', { name: 'Filters' })

test('contacts are found by what people have marked, each filter a chip, kept in the address', async () => {
  const app = await openJournal(`/calls?${DAYS}`)
  const { calls } = await app.answer(`?${DAYS}`)
  const mark = ({ obj_oid: oid, id }: ListedCall, values: object) =>
    app.api.write('PUT', `/api/marks/${oid}/${id}`, { version: 0, ...values })
  await mark(calls[0]!, { outcome: 'called', tags: ['Kitchen'], score: 5, note: 'x' })
  await mark(calls[1]!, { tags: ['kitchen', 'garage'], score: 3 })
  await app.user.click(button('Marks', filters()))
  const kitchen = await screen.findByRole('checkbox', { name: /^kitchen ?2$/i })
  await app.user.click(kitchen)
  await says('2 contacts')
  await app.user.click(
    within(screen.getByRole('listbox', { name: 'Score' })).getByRole('option', { name: '4 or more' }),
  )
  await says('1 contact')
  expect(app.address()).toBe(
    `/calls?${DAYS}&tag=${words(kitchen.closest('label')).match(/kitchen/i)![0]}&score=4`,
  )
  button('Remove filter: Score 4 or more', filters())
  await app.user.click(
    within(screen.getByRole('listbox', { name: 'Outcome' })).getByRole('option', { name: 'Open' }),
  )
  await says('0 contacts')
  await app.user.click(button('Clear filters', filters()))
  await eventually(() => expect(app.search().get('tag')).toBeNull())
})

test('a list that marks made another is told of them, and its rows stay until they are asked for', async () => {
  const app = await openJournal(`/calls?${DAYS}`)
  const { calls } = await app.answer(`?${DAYS}`)
  const mark = ({ obj_oid: oid, id }: ListedCall, tags: readonly string[], version = 0) =>
    app.api.write('PUT', `/api/marks/${oid}/${id}`, { version, tags })
  const { principal } = await app.api.get<{ principal: string }>('/api/session')
  const { queryKey } = recentAnnotationsQuery({ principal, client: null })
  const look = () => happens(() => app.queryClient.refetchQueries({ queryKey }))
  const isNotified = () => screen.queryByRole('button', { name: 'Marks have changed' }) !== null
  await mark(calls[2]!, ['kitchen'])
  await app.user.click(button('Marks', filters()))
  await app.user.click(await screen.findByRole('checkbox', { name: /^kitchen ?1$/ }))
  await says('1 contact')
  await eventually(() => expect(app.queryClient.getQueryData(queryKey)).toBeDefined())
  // Irrelevant annotations don't change the list.
  await mark(calls[0]!, ['garage'])
  await look()
  expect(isNotified()).toBe(false)
  await mark(calls[1]!, ['Kitchen'])
  await look()
  await eventually(() => expect(isNotified()).toBe(true))
  await says('1 contact')
  await app.user.click(button('Marks have changed'))
  await says('2 contacts')
  await eventually(() => expect(isNotified()).toBe(false))
  // Nor does removing one that the filter ignores.
  await mark(calls[1]!, [], 1)
  await look()
  await eventually(() => expect(isNotified()).toBe(true))
  await says('2 contacts')
  await app.user.click(button('Marks have changed'))
  await says('1 contact')
})

test('on a phone marks are a row of the sheet, which says what is chosen of them', async () => {
  const app = await openJournal(`/calls?${DAYS}`, { phone: true })
  expect(within(filters()).queryByRole('button', { name: 'Marks' })).toBeNull()
  await app.user.click(within(filters()).getByRole('button', { name: /^Filters/ }))
  const sheet = await screen.findByRole('dialog', { name: 'Filters' })
  await app.user.click(await within(sheet).findByRole('button', { name: /^Marks ?Any/ }))
  await app.user.click(
    within(within(sheet).getByRole('listbox', { name: 'Score' })).getByRole('option', { name: '4 or more' }),
  )
  await within(sheet).findByRole('button', { name: /^Marks ?Score 4 or more/ })
  expect(app.search().get('score')).toBe('4')
})

test('while a screen is shown to others a chip does not say the tag that the address does', () => {
  const tagText = () => filterValue('tag', 'Boss’s cousin', undefined)
  expect(tagText()).toBe('Boss’s cousin')
  presentFiles()
  expect(tagText()).toBe('•••')
  setPrivacyMode(null)
})
