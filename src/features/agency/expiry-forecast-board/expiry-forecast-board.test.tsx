/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { leaveFewClients } from '#/features/agency/client-comparison/few-clients-testing.ts'
import type { FaultName } from '#/server/faults.ts'
import { managedClients } from '#/test/api-server.ts'
import { words } from '#/test/page.ts'
import { allowConsole, eventually, renderApp } from '#/test/render-app.tsx'

const board = () => screen.findByRole('region', { name: 'Expiring soon' })
const open = async (faults: readonly FaultName[] = []) => {
  const app = await renderApp('/clients', { account: 'agency_manager', faults, before: leaveFewClients })
  return { app, region: await board() }
}
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
  const { app, region } = await open()
  await checked(region)

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
  const clients = (await managedClients(app.api)).filter(({ objects_count }) => objects_count !== 0)
  const lists = await Promise.all(
    clients.map(({ client }) => app.api.get<{ objs: unknown[] }>(`/api/v2/clients/${client}/objs/`)),
  )
  expect(days.length + others).toBe(lists.reduce((sum, { objs }) => sum + objs.length, 0))

  // Of one client they stand in the order of its own list, and lead to its objects.
  const link = within(lines(region)[0]!).getAllByRole('link')[0]!
  await app.user.click(link)
  await eventually(() => expect(app.address()).toMatch(/^\/objects\/[^/?]+\?client=/))
  await screen.findByRole('heading', { name: link.textContent, level: 1 })
  app.history.back()
  await checked(await board())
})

test('a line opens its receipt', async () => {
  const { app, region } = await open()
  await checked(region)
  await app.user.click(within(lines(region)[0]!).getByRole('button', { name: /^Lasts / }))
  within(await screen.findByRole('dialog', { name: 'Receipt' })).getByText('Paid until')
})

test('a client that fails says so and is read again alone', async () => {
  allowConsole(/status of 500/)
  const { app, region } = await open(['objects-one-client-500'])
  await checked(region)
  const failure = lines(region).find(({ textContent }) =>
    textContent.includes('Motor Servis: The service failed'),
  )!
  app.api.fault()
  await app.user.click(within(failure).getByRole('button', { name: 'Try again' }))
  await eventually(() => expect(words(region)).not.toContain('Motor Servis: The service failed'))
  await checked(region)
  expect(within(region).queryByText(/clients checked$/)).toBeNull()
})
