/** @module-tag all */
// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { contacts, filterBy, linkOf, openJournal, scrollToRow } from '#/test/screens/journal.ts'
import { button, named, words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'

const pathOf = async (place: number) =>
  (
    await eventually(() => {
      expect(linkOf(place)).not.toBeNull()
      return linkOf(place)!
    })
  ).pathname

const open = async (url: string) => {
  const app = await openJournal(url)
  return {
    ...app,
    isAt: (path: string) => eventually(() => expect(app.address().split('?')[0]).toBe(path)),
    visit: (place: number) => app.user.click(linkOf(place)!),
  }
}

test('previous and next walk the journal’s own list, across its pages, and Back leads to the row', async () => {
  const url = '/calls?period=all&status_filter=ANSWER'
  const { user, visit, isAt, address, history, totalOf } = await open(url)
  const [nineteenth, twentieth, last] = [await pathOf(19), await pathOf(20), await pathOf(21)]
  await visit(20)
  await isAt(twentieth)
  const total = await totalOf('?period=all&status_filter=ANSWER')
  await screen.findByText(`20 of ${total.toLocaleString('en')}`)
  await user.click(button('Next contact'))
  await isAt(last)
  await eventually(() => expect(document.activeElement).toBe(button('Next contact')))
  for (const [key, path] of [
    ['k', twentieth],
    ['k', nineteenth],
    ['j', twentieth],
    ['j', last],
  ] as const) {
    await eventually(() => expect(button('Next contact').ariaDisabled).not.toBe('true'))
    await user.keyboard(key)
    await isAt(path)
  }

  await user.click(screen.getByRole('link', { name: 'Back to journal' }))
  await eventually(() => expect(address()).toBe(url))
  await eventually(() => expect(document.activeElement).toBe(linkOf(21)))
  history.forward()
  await isAt(last)
  await user.keyboard('{Escape}')
  await eventually(() => expect(address()).toBe(url))
})

test('the ends of the list say so, and a contact opened by link has no list', async () => {
  const { user, visit, isAt, address, open: reopen } = await open('/calls?period=all')
  const first = await pathOf(1)
  await visit(1)
  await isAt(first)
  await screen.findByRole('button', {
    name: 'Previous contact',
    description: 'This is the first of the list',
  })
  expect(button('Previous contact').ariaDisabled).toBe('true')
  await eventually(() => expect(button('Next contact').ariaDisabled).not.toBe('true'))
  await user.keyboard('k')
  expect(address().split('?')[0]).toBe(first)

  reopen(first)
  await screen.findByRole('link', { name: 'Back to journal' })
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('button', { name: 'Next contact' })).toBeNull()
})

test('a contact far down knows its place', async () => {
  const { visit, isAt } = await open('/calls?period=all')
  scrollToRow(1001)
  const path = await pathOf(1005)
  await visit(1005)
  await isAt(path)
  await screen.findByText(/^1,005 of /)
})

test('the walk keeps to the caller that the journal was filtered by', async () => {
  const app = await open('/calls?period=all')
  const { visit, address, settled } = app
  const number = await filterBy(app, /^\+7 \d{3} /)
  await screen.findByRole('button', { name: named(`Caller ${number}`) })
  await settled()
  const count = Number(contacts().getAttribute('aria-rowcount')) - 1
  await visit(1)
  await screen.findByText(`1 of ${count}`)
  expect(words(screen.getByRole('heading', { level: 1 }))).toBe(number)
  expect(address()).not.toContain(number.replaceAll(/\D/g, '').slice(1))
})
