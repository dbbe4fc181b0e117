/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { eventually, renderApp } from '#/test/render-app.tsx'
import { whenIdle } from '#/ui/when-idle.ts'

/* Renders all panels against the real server: a click re-renders only what it changes. */

const drawn = new Map<string, number>()
vi.mock('#/features/overview/panels/panel.tsx', async (importOriginal) => {
  const actual = await importOriginal<typeof import('./panels/panel.tsx')>()
  const Panel = ({ children, ...props }: ComponentProps<typeof actual.Panel>) => (
    <actual.Panel {...props}>
      {() => {
        drawn.set(props.title, (drawn.get(props.title) ?? 0) + 1)
        return children()
      }}
    </actual.Panel>
  )
  return { ...actual, Panel }
})

/** Panels further down render later: done after three idle periods without a render. */
const allDrawn = async () => {
  const count = () => [...drawn.values()].reduce((sum, one) => sum + one, 0)
  let [before, quiet] = [count(), 0]
  while (quiet < 3) {
    await new Promise<void>((resolve) => void whenIdle(resolve))
    quiet = count() === before ? quiet + 1 : 0
    before = count()
  }
}

test('a panel renders again only when its own answer changes', async () => {
  const app = await renderApp('/overview?period=last_30_days&compare=none', { account: 'client' })
  await screen.findByText(/^All \d+ contacts loaded/)
  const region = (name: string) => within(screen.getByRole('region', { name }))
  await region('Regions').findAllByRole('button')
  await eventually(() => expect(drawn.size).toBeGreaterThan(5))
  await eventually(() => {
    expect(document.querySelector('main .animate-appear')).toBeNull()
    expect(document.querySelector('main')!.textContent).not.toContain('so far')
  })
  await allDrawn()
  const titles = [...drawn.keys()]
  const redrawnBy = async (click: () => Promise<void>, isDone: () => void) => {
    drawn.clear()
    await click()
    await eventually(isDone)
    return [...drawn.keys()]
  }

  const weeks = await redrawnBy(
    () => app.user.click(region('Trend').getByRole('button', { name: 'Week' })),
    () => expect(Number(region('Trend').getByRole('slider').ariaValueMax)).toBeLessThan(10),
  )
  expect(weeks).toEqual(['Trend'])

  const missed = await redrawnBy(
    () => app.user.click(region('Heat map').getByRole('button', { name: 'Missed rate' })),
    () => expect(region('Heat map').getByRole('button', { name: 'Missed rate', pressed: true })).toBeTruthy(),
  )
  expect(missed).toEqual(['Heat map'])

  const narrowed = await redrawnBy(
    () => app.user.click(region('Channels').getAllByRole('button', { pressed: false })[0]!),
    () => expect(drawn.size).toBeGreaterThanOrEqual(titles.length - 1),
  )
  expect(narrowed).toContain('Trend')
})

test('keeps the previous figures, marked busy, while a new filter loads', async () => {
  const { api, user } = await renderApp('/overview?period=last_30_days&compare=none', { account: 'client' })
  await screen.findByText(/^All \d+ contacts loaded/)
  const summary = () => screen.getByRole('region', { name: 'Summary' })
  const contacts = () => summary().querySelector('button')!.textContent
  const isBusy = () => summary().closest('[aria-busy="true"]') !== null
  const channels = within(await screen.findByRole('region', { name: 'Channels' }))
  const [channel] = await channels.findAllByRole('button', { pressed: false })
  await eventually(() => expect(isBusy()).toBe(false))
  const before = contacts()
  const letGo = api.hold(/\/figures\b/)
  await user.click(channel!)
  await eventually(() => expect(isBusy()).toBe(true))
  expect(contacts()).toBe(before)
  letGo()
  await eventually(() => expect(isBusy()).toBe(false))
  expect(contacts()).not.toBe(before)
})
