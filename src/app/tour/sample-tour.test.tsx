/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientNamed } from '#/test/api-server.ts'
import { button, region, words } from '#/test/page.ts'
import { eventually, renderApp, type RenderedApp } from '#/test/render-app.tsx'
import { whilePresented } from '#/test/presented.ts'
import { axeFindings } from '#/test/screens/axe.ts'

const offer = () => screen.findByRole('button', { name: 'Take the tour' })
const card = () => screen.getByRole('dialog', { name: /^Tour: / })
const step = () => card().getAttribute('aria-label')
const noCard = () => eventually(() => expect(screen.queryByRole('dialog', { name: /^Tour: / })).toBeNull())
const isKept = async ({ api }: RenderedApp) => {
  const { preferences } = await api.get<{ preferences: { seen?: unknown } }>('/api/preferences')
  return preferences.seen
}

test('the tour walks the pages by keyboard, is taken once, and again from Settings', async () => {
  const app = await renderApp('/calls', { account: 'small_marketer' })
  const { user, address } = app
  await user.click(await offer())
  const walked: string[] = []
  for (;;) {
    await eventually(() => expect(walked).not.toContain(step()))
    walked.push(step()!)
    // Where it speaks of something, that is marked.
    expect(document.querySelectorAll('[data-toured]')).toHaveLength(1)
    const next = within(card()).queryByRole('button', { name: 'Next' })
    expect(document.activeElement).toBe(next ?? within(card()).getByRole('button', { name: 'Done' }))
    if (step() === 'Tour: Journal') await eventually(() => expect(address()).toMatch(/^\/calls/))
    await user.keyboard('{Enter}')
    if (next === null) break
  }
  expect(walked).toEqual(['Tour: Overview', 'Tour: Journal', 'Tour: Objects', 'Tour: Go to', 'Tour: Account'])
  await noCard()
  expect(address()).toMatch(/^\/objects/)
  expect(document.activeElement).toBe(screen.getByRole('main'))
  expect(document.querySelector('[data-toured]')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Take the tour' })).toBeNull()
  await eventually(async () => expect(await isKept(app)).toEqual({ tour: true }))

  app.open('/settings')
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  await user.click(await within(region('Help')).findByRole('button', { name: 'Take the tour' }))
  await eventually(() => expect(step()).toBe('Tour: Overview'))
})

test('Escape skips it for good, and the page does not step back by the same key', async () => {
  const app = await renderApp('/objects', { account: 'small_marketer' })
  await app.user.click(await offer())
  await eventually(() => expect(step()).toBe('Tour: Overview'))
  await app.user.click(button('Next'))
  await eventually(() => expect(app.address()).toMatch(/^\/calls/))
  await app.user.click(button('Back'))
  expect(step()).toBe('Tour: Overview')
  await eventually(() => expect(app.address()).toMatch(/^\/overview/))
  await app.user.keyboard('{Escape}')
  await noCard()
  expect(app.address()).toMatch(/^\/overview/)
  await eventually(async () => expect(await isKept(app)).toEqual({ tour: true }))
  app.open('/objects')
  await screen.findByRole('table', { name: 'Objects' })
  expect(screen.queryByRole('button', { name: 'Take the tour' })).toBeNull()
})

test('who has clients begins with them, and is shown the pages of one', async () => {
  const app = await renderApp('/clients', { account: 'agency_manager' })
  const client = await clientNamed(app.api, 'TopGruz')
  await app.user.click(await offer())
  await eventually(() => expect(step()).toBe('Tour: Clients'))
  expect(words(card())).toContain('The tour goes on with TopGruz.')
  expect(app.search().get('client')).toBeNull()
  await app.user.click(button('Next'))
  await eventually(() => expect(app.address()).toMatch(/^\/overview/))
  expect(app.search().get('client')).toBe(client)
})

test.each(['light', 'dark'] as const)('in Russian, on a phone, in the %s theme', async (theme) => {
  const app = await renderApp('/calls', { account: 'small_marketer', locale: 'ru', theme, phone: true })
  await app.user.click(await screen.findByRole('button', { name: 'Краткий тур' }))
  const dialog = await screen.findByRole('dialog', { name: 'Тур: Обзор' })
  expect(words(dialog)).toContain('1 из 5')
  expect(await axeFindings()).toEqual([])
  await app.user.click(within(dialog).getByRole('button', { name: 'Пропустить' }))
  await eventually(() => expect(screen.queryByRole('dialog', { name: 'Тур: Обзор' })).toBeNull())
})

const nothingOffered = async (url: string) => {
  const app = await renderApp(url, { account: 'small_marketer' })
  await screen.findByRole('table', { name: 'Contacts' })
  await eventually(() => expect(app.api.asked.map(({ path }) => path)).toContain('/api/preferences'))
  expect(screen.queryByRole('button', { name: 'Take the tour' })).toBeNull()
}

test('none is offered in a portal’s frame', () => nothingOffered('/calls?embed=1'))

test('none is offered while others look on', () => whilePresented(() => nothingOffered('/calls')))
