// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { button, rowsOf } from '#/test/page.ts'
import { eventually, renderApp, type RenderAppOptions } from '#/test/render-app.tsx'

const contacts = () => screen.getByRole('table', { name: 'Contacts' })
const open = async (url: string, options: Partial<RenderAppOptions> = {}) => {
  const app = await renderApp(url, { account: 'marketer', ...options })
  return {
    ...app,
    queries: () =>
      app.api.requests
        .filter(({ path }) => path === '/api/v2/calls')
        .map(({ query }) => `?${query.toString()}`),
  }
}

test('headers order the list, a third click is newest first again', async () => {
  const { user, queries, address } = await open('/calls?period=all')
  await screen.findByRole('table', { name: 'Contacts' })
  const header = () => screen.getByRole('columnheader', { name: 'Duration' })
  const press = () => user.click(within(header()).getByRole('button'))
  await press()
  await eventually(() => expect(header().ariaSort).toBe('descending'))
  await eventually(() => expect(queries()).toContain('?period=all&order_field=duration&order_way=DESC'))
  const seconds = () =>
    rowsOf('Contacts').flatMap((row) => {
      const [, hours, minutes, rest] = /(?:(\d+):)?(\d+):(\d\d)$/.exec(row['Duration'] ?? '') ?? []
      return rest === undefined ? [] : [Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(rest)]
    })
  await eventually(() => {
    expect(seconds().length).toBeGreaterThan(10)
    expect(seconds()).toEqual(seconds().toSorted((a, b) => b - a))
  })
  await press()
  await eventually(() => expect(header().ariaSort).toBe('ascending'))
  await press()
  await eventually(() => expect(header().ariaSort).toBeNull())
  expect(address()).toBe('/calls?period=all')
})

test('fault-same-page: a service that keeps sending the same page is found out', async () => {
  const { queries } = await open('/calls?period=all', { faults: ['calls-repeat-page'] })
  await screen.findByText('The service keeps sending the same page; showing the first 20')
  expect(contacts().getAttribute('aria-rowcount')).toBe('21')
  expect(queries().length).toBeLessThanOrEqual(4)
})

test('where there is no object yet the journal says so, and the way to the first steps', async () => {
  await renderApp('/calls', { account: 'no_objects' })
  await screen.findByRole('heading', { name: 'No objects yet' })
  expect(screen.getByRole('link', { name: 'Show the first steps' }).getAttribute('href')).toMatch(
    /^\/overview/,
  )
  expect(screen.queryByRole('button', { name: 'Show all time' })).toBeNull()
})

test('an empty list says so, and the filter that left none is taken off', async () => {
  const { user } = await open('/calls?period=all&uri_filter=/no-such-page-anywhere')
  await screen.findByRole('heading', { name: 'No contacts' })
  await user.click(button('Remove “Page address”'))
  await eventually(() => within(contacts()).getAllByRole('link'))
})
