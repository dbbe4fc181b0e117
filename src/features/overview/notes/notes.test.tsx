// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  allLoaded,
  buttonOf,
  figure,
  openOverview,
  panel,
  receipt,
} from '#/features/overview/page-testing.ts'
import { region, words } from '#/test/page.ts'
import { eventually, type RenderedApp } from '#/test/render-app.tsx'

const DAYS = '?date_from=2026-11-01&date_to=2026-11-16&compare=none'
const dialog = () => screen.findByRole('dialog', { name: 'Add note' })
const flags = () => within(panel('Trend')).findByRole('list', { name: 'Notes on the trend' })

const write = async ({ user }: Pick<RenderedApp, 'user'>, text: string, day?: string) => {
  await user.click(await eventually(() => buttonOf('Add note')))
  const form = within(await dialog())
  const field = form.getByLabelText('What happened')
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
  if (day !== undefined) {
    const days = form.getByLabelText('Day')
    await user.clear(days)
    await user.type(days, day)
  }
  return form
}
const add = async (app: RenderedApp, text: string, day: string) => {
  const form = await write(app, text, day)
  await app.user.click(form.getByRole('button', { name: 'Save note' }))
  await eventually(() => expect(screen.queryByRole('dialog', { name: 'Add note' })).toBeNull())
}

test('a note stands under the axis at its day, in the receipts of it and in the report, and is deleted with a way back', async () => {
  const app = await openOverview(DAYS)
  await allLoaded()
  await add(app, 'New landing page', '2026-11-12')
  await add(app, 'Prices raised', '2026-11-12')
  await add(app, 'Before all that', '2026-10-02')
  const list = within(await flags())
  const flag = list.getByRole('button', { name: 'Notes of Nov 12, 2026; Prices raised; New landing page' })
  // None for a day that is not in the period.
  expect(list.getAllByRole('button')).toHaveLength(1)

  await app.user.click(figure(/^Contacts/))
  await eventually(() =>
    expect(words(receipt())).toContain('Nov 12, 2026: Prices raisedNov 12, 2026: New landing page'),
  )
  await app.user.keyboard('{Escape}')

  await app.user.click(flag)
  const notes = within(await screen.findByRole('dialog', { name: 'Notes of Nov 12, 2026' }))
  await app.user.click(notes.getByRole('button', { name: 'Delete note: Prices raised' }))
  await flags().then((all) =>
    within(all).findByRole('button', { name: 'Notes of Nov 12, 2026; New landing page' }),
  )
  await app.user.click(await screen.findByRole('button', { name: 'Undo' }))
  await flags().then((all) => within(all).findByRole('button', { name: /^Notes of.*Prices raised/ }))

  app.open(`/overview/report${DAYS}`)
  await eventually(() =>
    expect(words(screen.getByRole('article'))).toContain('Nov 12: New landing page · Nov 12: Prices raised'),
  )
  expect(words(screen.getByRole('article'))).not.toContain('Before all that')

  app.open('/settings')
  await eventually(() =>
    expect(words(region('Data kept in Callboard'))).toContain('Your account’s 3 notes on the trend'),
  )
})

test(
  'a note of one object is for its days alone, one of all objects for every object’s',
  { tags: 'all' },
  async () => {
    const app = await openOverview(DAYS)
    await allLoaded()
    const { objs } = await app.api.get<{ objs: readonly { oid: string }[] }>('/api/v2/objs')
    const [one, two] = [objs[0]!.oid, objs[1]!.oid]
    await add(app, 'For all', '2026-11-03')
    app.open(`/overview${DAYS}&object=${one}`)
    await allLoaded()
    const form = await write(app, 'For one', '2026-11-05')
    expect(within(form.getByLabelText('For')).getAllByRole('option')).toHaveLength(2)
    await app.user.click(form.getByRole('button', { name: 'Save note' }))
    await flags().then((all) => within(all).findByRole('button', { name: /For one/ }))
    app.open(`/overview${DAYS}&object=${two}`)
    await allLoaded()
    const others = within(await flags()).getAllByRole('button')
    expect(others.map((flag) => flag.ariaLabel)).toEqual(['Notes of Nov 3, 2026; For all'])
  },
)

test(
  'too much text, or none, is said beside it, and nothing that was typed is lost',
  { tags: 'all' },
  async () => {
    const app = await openOverview(DAYS)
    await allLoaded()
    const long = 'x'.repeat(1024 * 1024)
    const form = await write(app, long)
    const requestCount = app.api.requests.length
    await app.user.click(form.getByRole('button', { name: 'Save note' }))
    await form.findByText(/^At most 280 characters, these are 1,048,576\./)
    expect(app.api.requests.slice(requestCount).filter(({ method }) => method === 'POST')).toEqual([])

    // The draft survives closing.
    await app.user.click(form.getByRole('button', { name: 'Cancel' }))
    await app.user.click(buttonOf('Add note'))
    const again = within(await dialog())
    const field = again.getByLabelText<HTMLTextAreaElement>('What happened')
    expect(field.value).toHaveLength(1024 * 1024)
    await app.user.clear(field)
    await app.user.type(field, ' ')
    await app.user.click(again.getByRole('button', { name: 'Save note' }))
    await again.findByText('Say in a few words what happened.')
    const day = again.getByLabelText('Day')
    await app.user.clear(day)
    await app.user.type(field, 'Moved')
    await app.user.click(again.getByRole('button', { name: 'Save note' }))
    await again.findByText('Choose a day.')
    expect(field.value).toBe(' Moved')
  },
)

test('asks before another page discards an open draft', { tags: 'all' }, async () => {
  const app = await openOverview(DAYS)
  await allLoaded()
  const form = await write(app, 'Draft')
  app.history.push('/objects')
  await app.user.click(await screen.findByRole('button', { name: 'Stay' }))
  await eventually(() => expect(screen.queryByRole('button', { name: 'Stay' })).toBeNull())
  expect(app.address()).toBe(`/overview${DAYS}`)
  expect(form.getByLabelText<HTMLTextAreaElement>('What happened').value).toBe('Draft')
  // The draft survives closing, which needs no question.
  await app.user.click(form.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an agency’s note is for one client or for all of them', { tags: 'all' }, async () => {
  const app = await openOverview('', { account: 'agency_manager' })
  const { clientNamed } = await import('#/test/api-server.ts')
  const client = await clientNamed(app.api, 'Sever Group')
  app.open(`/overview${DAYS}&client=${client}`)
  await allLoaded()
  const form = await write(app, 'Budget of all clients is cut', '2026-11-10')
  await app.user.selectOptions(form.getByLabelText('For'), 'All clients')
  await app.user.click(form.getByRole('button', { name: 'Save note' }))
  const list = within(await flags())
  await app.user.click(list.getByRole('button', { name: /Budget of all clients/ }))
  const notes = await screen.findByRole('dialog', { name: 'Notes of Nov 10, 2026' })
  expect(words(notes)).toContain('All clients')
})
