/** @module-tag all */
// @vitest-environment jsdom
import { screen, waitForElementToBeRemoved, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { allowConsole, eventually, renderApp, type RenderedApp } from '#/test/render-app.tsx'

const board = () => screen.findByRole('region', { name: 'What stops soon' })
const open = async () => {
  const app = await renderApp('/clients', { account: 'agency_manager' })
  const region = await board()
  const button = await within(region).findByRole('button', { name: /^Look over \d+ clients$/ })
  return { app, region, button, clients: Number(/\d+/.exec(button.textContent)![0]) }
}
/** Whose lists of objects the page has asked for. */
const listsAsked = ({ api }: RenderedApp) =>
  api.asked.map(({ path }) => path).filter((path) => /^\/api\/v2\/clients\/[^/]+\/objs\/$/.test(path))
const checked = (region: HTMLElement) => within(region).findByText(/^Checked \d\d:\d\d$/)
const lines = (region: HTMLElement) => within(region).getAllByRole('listitem')

/** Days left of every line, as its button says it: `Lasts until Dec 4, 2026, 13 days, paid period`. */
const daysLeft = (region: HTMLElement) =>
  lines(region)
    .flatMap((line) => within(line).queryAllByRole('button', { name: /^Lasts / }))
    .map(({ textContent: text }) => {
      if (/Today/.test(text)) return 0
      const [, days, ago] = /(\d+) days?( ago)?/.exec(text.replace(/^.*?\d{4}/, ''))!
      return Number(days) * (ago ? -1 : 1)
    })

test('objects of all clients, the soonest to stop first; the others are counted', async () => {
  const { app, region, button, clients } = await open()
  within(region).getByText(`At least 1 request for each client: ${clients}`)
  expect(listsAsked(app)).toEqual([])
  await app.user.click(button)
  await checked(region)
  const made = listsAsked(app)
  expect(made).toHaveLength(clients)
  expect(new Set(made).size).toBe(clients)

  const more = within(region).queryByRole('button', { name: /^Show all/ })
  if (more) await app.user.click(more)
  const days = daysLeft(region)
  const counted = (text: RegExp) =>
    Number(/\d+/.exec(within(region).queryByText(text)?.textContent ?? '0')![0])
  expect(days).toEqual(days.toSorted((a, b) => a - b))
  expect(Math.max(...days)).toBeLessThanOrEqual(90)
  expect(days).toHaveLength(counted(/stops? within 90 days\.$/))
  const others = counted(/for longer\.$/) + counted(/no day can be worked out\.$/) + counted(/not tracked\.$/)
  // Every object of every client, none twice.
  const lists = await Promise.all(made.map((path) => app.api.get<{ objs: unknown[] }>(path)))
  expect(days.length + others).toBe(lists.reduce((sum, { objs }) => sum + objs.length, 0))

  // Of one client they stand in the order of its own list, and lead to its objects.
  const link = within(lines(region)[0]!).getAllByRole('link')[0]!
  await app.user.click(link)
  await eventually(() => expect(app.address()).toMatch(/^\/objects\/[^/?]+\?client=/))
  await screen.findByRole('heading', { name: link.textContent, level: 1 })
  app.history.back()
  // Kept for the visit.
  await checked(await board())
})

test('a line opens its receipt', async () => {
  const { app, region, button } = await open()
  await app.user.click(button)
  await checked(region)
  await app.user.click(within(lines(region)[0]!).getByRole('button', { name: /^Lasts / }))
  within(await screen.findByRole('dialog', { name: 'Receipt' })).getByText('Paid until')
})

test('a client that fails says so and is asked again alone', async () => {
  allowConsole(/status of 500/)
  const { app, region, button } = await open()
  app.api.fault('objects-one-client-500')
  await app.user.click(button)
  await checked(region)
  const failure = lines(region).find(({ textContent }) =>
    textContent.includes('Motor Servis: The service failed'),
  )!
  app.api.fault()
  const before = listsAsked(app).length
  await Promise.all([
    waitForElementToBeRemoved(failure),
    app.user.click(within(failure).getByRole('button', { name: 'Try again' })),
  ])
  expect(within(region).queryByText(/clients checked$/)).toBeNull()
  expect(listsAsked(app)).toHaveLength(before + 1)
})
