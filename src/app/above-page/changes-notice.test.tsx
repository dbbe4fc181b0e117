/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { button, region, words } from '#/test/page.ts'
import { axeFindings } from '#/test/screens/axe.ts'
import { eventually, renderApp, type RenderAppOptions, type RenderedApp } from '#/test/render-app.tsx'

const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))
const news = () => screen.queryByText(`Callboard has been updated to ${version}.`)
const dialog = () => screen.findByRole('dialog', { name: 'What changed' })
const isRead = async ({ api }: RenderedApp) => {
  const { preferences } = await api.get<{ preferences: { seen?: unknown } }>('/api/preferences')
  return preferences.seen
}
/** Who has worked with an earlier version. */
const before: RenderAppOptions['before'] = (api) =>
  api.write('PUT', '/api/preferences', {
    base_version: 0,
    preferences: { seen: { tour: true, changes: '0.0.9' } },
  })

test('after an update one is told once that there is something new, and reads it', async () => {
  const app = await renderApp('/objects', { account: 'small_marketer', before })
  await screen.findByText(`Callboard has been updated to ${version}.`)
  await app.user.click(button('What changed'))
  expect(words(await dialog())).toContain(`Callboard ${version}`)
  expect(within(await dialog()).getAllByRole('listitem').length).toBeGreaterThan(3)
  // What concerns who runs the server is in the file alone.
  expect(words(await dialog())).not.toMatch(/[A-Z]+_[A-Z]+|docs\//)
  expect(await axeFindings()).toEqual([])
  await app.user.click(within(await dialog()).getByRole('button', { name: 'Close' }))
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(news()).toBeNull()
  await eventually(async () => expect(await isRead(app)).toEqual({ tour: true, changes: version }))
})

test('who dismisses it has been told too', async () => {
  const app = await renderApp('/objects', { account: 'small_marketer', before })
  await screen.findByText(`Callboard has been updated to ${version}.`)
  await app.user.click(button('Dismiss'))
  await eventually(async () => expect(await isRead(app)).toEqual({ tour: true, changes: version }))
  app.open('/objects')
  await screen.findByRole('table', { name: 'Objects' })
  expect(news()).toBeNull()
})

test('who is new is told of no update, and finds it in Settings, in Russian as well', async () => {
  const app = await renderApp('/settings', { account: 'small_marketer', locale: 'ru' })
  await screen.findByRole('heading', { name: 'Настройки', level: 1 })
  await app.user.click(await within(region('Справка')).findByRole('button', { name: 'Что изменилось' }))
  const read = await screen.findByRole('dialog', { name: 'Что изменилось' })
  const lines = within(read).getAllByRole('listitem').map(words)
  expect(lines.every((line) => /[а-я]{3}/.test(line))).toBe(true)
  expect(screen.queryByText(/^Callboard обновлён/)).toBeNull()
  await eventually(async () => expect(await isRead(app)).toEqual({ changes: version }))
})
