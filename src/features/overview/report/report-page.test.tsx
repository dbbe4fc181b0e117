// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { words } from '#/test/page.ts'
import { clientNamed } from '#/test/api-server.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const DAYS = 'date_from=2026-10-13&date_to=2026-11-16'
const paper = () => screen.getByRole('article')
const isPrintable = () => !screen.getByRole('button', { name: 'Print' }).hasAttribute('aria-disabled')

test('offers no printing while it loads, and says so; names the client', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  const app = await renderApp('/overview', { account: 'agency_manager' })
  const client = await clientNamed(app.api, 'Sever Group')
  const letGo = app.api.hold(/\/calls\?.*\bpage=(?:[3-9]|\d\d)/)
  app.open(`/overview/report?client=${client}&${DAYS}`)
  await eventually(() => expect(words(paper())).toContain('Contacts are still being loaded'))
  expect(isPrintable()).toBe(false)
  await app.user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).not.toHaveBeenCalled()

  letGo()
  await eventually(() => expect(isPrintable()).toBe(true))
  expect(words(paper())).not.toContain('Contacts are still being loaded')
  within(paper()).getByText('Sever Group')
  await app.user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})
