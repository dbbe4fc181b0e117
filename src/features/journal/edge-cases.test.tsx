/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { HTML } from '#/server/reference/sample/edge-cases/hostile.ts'
import { EDGE_CASES } from '#/server/reference/sample/edge-cases/make.ts'
import { SAMPLE_STORIES } from '#/server/reference/sample/stories.ts'
import { button, region, rowsOf, words } from '#/test/page.ts'
import { applyPeriod } from '#/test/screens/period.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'
import { contacts, openJournal } from '#/test/screens/journal.ts'
import { pageFaults } from '#/test/page-faults.ts'

const HOSTILE = /<img src=x/
const survives = (where: string) => expect(pageFaults(), `faults at ${where}`).toEqual([])
const filters = () => region('Filters')

const open = async () => {
  const app = await openJournal('/calls?period=all', { account: 'edge_cases' })
  const oid = await app.oidOf(SAMPLE_STORIES.edgeCases.object)
  app.open(`/objects/${oid}/calls?period=all`)
  await app.settled()
  return {
    ...app,
    oid,
    isHere: () => eventually(() => expect(contacts().parentElement?.ariaBusy).toBe('false')),
  }
}

test('the journal survives in every period and every order', async () => {
  const { user, isHere } = await open()
  survives('all')
  for (const name of ['Day', 'Week', 'Month', 'Year', 'This year', 'All time']) {
    await user.click(within(filters()).getByRole('button', { name: /^Period/ }))
    await applyPeriod(user, name)
    await eventually(() => button(`Period ${name}`, filters()))
    await isHere()
    survives(name)
  }
  for (const name of ['Status', 'Caller', 'Source', 'Page', 'Duration']) {
    const header = () => screen.getByRole('columnheader', { name })
    const directions = name === 'Duration' ? ['descending', 'ascending'] : ['ascending', 'descending']
    for (const direction of directions) {
      await user.click(within(header()).getAllByRole('button')[0]!)
      await eventually(() => expect(header().ariaSort).toBe(direction))
      await isHere()
      survives(`${name} ${direction}`)
    }
  }
})

test('every filter opens over hostile candidates, and hostile values filter', async () => {
  const app = await open()
  const { user, search, settled } = app
  for (const [name, ...fields] of [
    [/^Period/, 'From', 'To'],
    ...['Status', 'Source', 'Page address', 'Caller', 'Duration'].map(
      (name) => [new RegExp(`^${name}$`), name] as const,
    ),
  ] as const) {
    await user.click(within(filters()).getByRole('button', { name }))
    for (const field of fields) await screen.findAllByLabelText(field)
    survives(String(name))
  }
  const field = screen.getByRole('combobox', { name: 'Source' })
  await user.type(field, '<img')
  const hostile = () => screen.getAllByRole('option').find((option) => HOSTILE.test(words(option)))
  await user.click(await eventually(() => hostile()!))
  await eventually(() => expect(search().get('source_filter')).toMatch(/^<img/))
  await settled()
  survives('a hostile source')
  await user.click(within(filters()).getByRole('button', { name: /^Source/ }))
  await user.type(await screen.findByRole('combobox', { name: 'Source' }), '<img')
  await user.click(await screen.findByRole('option', { name: 'contains “<img”' }))
  await eventually(() => expect(search().get('source_text_filter')).toBe('<img'))
  await settled()
  survives('a hostile source title')
})

test('every edge case has a page that survives', async () => {
  const app = await open()
  const edges = EDGE_CASES.filter(({ ownId }) => ownId)
  expect(edges.length).toBeGreaterThan(60)
  for (const { id, name } of edges) {
    app.push(`/objects/${app.oid}/calls/${id}`)
    await eventually(() => {
      const main = document.querySelector('main')
      if (!main?.textContent.includes(String(id)) || main.querySelector('.animate-appear'))
        throw new Error(`${name} has not come`)
    })
    survives(name)
  }
})

test('a contact that is answered without its identifier says that it could not be read', async () => {
  const app = await open()
  app.open(`/objects/${app.oid}/calls/${EDGE_CASES.find(({ name }) => name === 'No identifier')!.id}`)
  await screen.findByRole('button', { name: 'Retry' })
  survives('No identifier')
})

test('objects of hostile words are listed, chosen and named', async () => {
  const app = await open()
  app.open('/objects')
  const hostile = await screen.findByRole('link', { name: /^Journal of Яхты </ })
  survives('objects')
  for (const name of ['Object', 'Sessions used', 'Lasts until', 'Numbers', 'Calls', 'Paid until']) {
    await app.user.click(within(screen.getByRole('columnheader', { name })).getAllByRole('button')[0]!)
    expect(rowsOf('Objects').length).toBeGreaterThan(0)
    survives(`objects by ${name}`)
  }
  await app.user.click(
    screen.getByRole('link', { name: hostile.getAttribute('aria-label') ?? /^Journal of Яхты </ }),
  )
  await app.settled()
  survives('its journal')
  await app.user.click(screen.getByRole('button', { name: /^Object ?Яхты </ }))
  await screen.findByRole('option', { name: HOSTILE })
  survives('the list of objects')
  await app.user.click(contacts().querySelector('a[data-to="contact"]')!)
  const call = await screen.findByRole('region', { name: 'Call' })
  await eventually(() => expect(words(call)).toContain(HTML))
  survives('its contact')
})

test('a list whose filter the service rejects is opened without filters', async () => {
  const query = '?period=year&status_filter=BUSY'
  const app = await renderApp(`/calls${query}`, { account: 'small_marketer', faults: ['data-422'] })
  await screen.findByText(/did not accept status_filter/)
  app.api.fault()
  const offered = screen.getAllByRole('button', { name: 'Clear filters' })
  await app.user.click(offered.find((one) => !filters().contains(one))!)
  await eventually(() => expect(app.address()).toBe('/calls'))
  await eventually(() => expect(contacts().querySelectorAll('tbody a').length).toBeGreaterThan(0))
})
