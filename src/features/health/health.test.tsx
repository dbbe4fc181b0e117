// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { eventually, renderApp, type RenderAppOptions } from '#/test/render-app.tsx'

const problems = () => {
  const list = screen.queryByRole('list', { name: 'Issues' })
  return list === null ? [] : within(list).getAllByRole('heading', { level: 3 }).map(words)
}
const check = (title: string) =>
  words(
    within(screen.getByRole('list', { name: 'What was checked' }))
      .getByText(title)
      .closest('li'),
  )
const isChecked = () =>
  eventually(() =>
    expect(words(screen.getByRole('list', { name: 'What was checked' }))).not.toContain('Checking'),
  )

const open = async (options: RenderAppOptions) => {
  const app = await renderApp('/health', options)
  await screen.findByRole('heading', { name: 'Data health', level: 1 })
  return app
}

/** Of the last 30 days. */
const contactsOf = ({ database }: { database: Awaited<ReturnType<typeof open>>['api']['database'] }) =>
  database
    .selectFrom('contacts')
    .innerJoin('accounts', 'accounts.id', 'contacts.account_id')
    .where('accounts.email', '=', 'info@severgroup.ru')
    .where('day', '>=', '2026-10-22')
    .where('day', '<=', '2026-11-20')

test('what was looked at is what the service has, and an active object that brings nothing is told, with the way to its snippet', async () => {
  const { api, user, address } = await open({
    account: 'client',
    before: async ({ database }) => {
      const { id } = await database
        .selectFrom('objects')
        .innerJoin('accounts', 'accounts.id', 'objects.account_id')
        .where('accounts.email', '=', 'info@severgroup.ru')
        .where('objects.status', '=', 3)
        .select('objects.id')
        .orderBy('objects.id')
        .executeTakeFirstOrThrow()
      await database
        .updateTable('contacts')
        .set({ day: '2026-03-01', occurred_at: Date.parse('2026-03-01T09:00Z') })
        .where('object_id', '=', id)
        .execute()
      await database.updateTable('objects').set({ title: 'Empty house' }).where('id', '=', id).execute()
    },
  })
  await isChecked()
  const { contacts } = await contactsOf(api)
    .select(({ fn }) => fn.countAll<number>().as('contacts'))
    .executeTakeFirstOrThrow()
  expect(check('Import')).toContain(`${contacts.toLocaleString('en')} contacts`)
  expect(check('Import')).toContain('OK')
  expect(problems()).toContain('Empty house has had no contacts for 60 days')
  await user.click(screen.getByRole('link', { name: 'Check the snippet of Empty house' }))
  expect(address()).toMatch(/^\/objects\/[^/]+#tracking-script$/)
})

test('spellings of one source are counted as one at a press, and again as they came when that is taken back', async () => {
  const { api, user } = await open({
    account: 'client',
    before: async ({ database }) => {
      const rows = await contactsOf({ database })
        .where('contacts.source_title', 'is not', null)
        .select('contacts.id')
        .orderBy('contacts.id')
        .limit(3)
        .execute()
      const names = ['House Fair', 'house-fair', 'house fair']
      for (const [at, { id }] of rows.entries())
        await database
          .updateTable('contacts')
          .set({ source_title: names[at]! })
          .where('id', '=', id)
          .execute()
    },
  })
  await isChecked()
  const title = problems().find((one) => /ouse.?.air/.test(one))
  expect(title).toMatch(/is written in 3 ways/)
  const rules = async () =>
    (await api.get<{ preferences: { count_as?: readonly object[] } }>('/api/preferences')).preferences
      .count_as
  await user.click(screen.getByRole('button', { name: /^Count as “.ouse.?.air”/ }))
  await eventually(() => expect(problems()).not.toContain(title))
  await eventually(async () => expect(await rules()).toHaveLength(2))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await eventually(() => expect(problems()).toContain(title))
  await eventually(async () => expect(await rules()).toEqual([]))
})

test('the heading counts all issues, not only those that are listed', async () => {
  await open({
    account: 'client',
    before: async ({ database }) => {
      const rows = await contactsOf({ database }).select('contacts.id').limit(7).execute()
      for (const [at, { id }] of rows.entries())
        await database
          .updateTable('contacts')
          .set({ source_title: `{{name ${at}}}` })
          .where('id', '=', id)
          .execute()
    },
  })
  await isChecked()
  expect(problems()).toContain('3 more names to look at')
  expect(Number(/\d+$/.exec(check('UTM cleaner'))?.[0])).toBe(7)
  const all = within(screen.getByRole('list', { name: 'What was checked' }))
    .getAllByRole('listitem')
    .map((item) => Number(/\d+$/.exec(words(item))?.[0] ?? 0))
  screen.getByText(`${all.reduce((sum, one) => sum + one)} issues`)
})

test('records that cannot be read are counted, and lead to where the service differs from its document', async () => {
  const { api, user, address } = await open({ account: 'client', faults: ['calls-unreadable-record'] })
  await isChecked()
  const { contacts } = await contactsOf(api)
    .select(({ fn }) => fn.countAll<number>().as('contacts'))
    .executeTakeFirstOrThrow()
  const found = problems().find((problem) => problem.endsWith('records cannot be read'))
  expect(parseInt(found ?? '', 10)).toBeGreaterThanOrEqual(Math.ceil(contacts / 20))
  await user.click(screen.getAllByRole('link', { name: 'Open API changes' })[0]!)
  expect(address()).toBe('/console?view=drift')
})

test('what cannot be checked says why and is checked again, and the others go on', async () => {
  const { api, user } = await open({
    account: 'client',
    faults: ['objects-500'],
  })
  await eventually(() => expect(check('Silent objects')).toContain('Not checked'))
  await eventually(() => expect(check('Import')).toContain('OK'))
  api.fault()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await eventually(() => expect(check('Silent objects')).not.toContain('Not checked'))
})

test('an account without contacts is not told that all is well', async () => {
  const { user, address } = await open({ account: 'no_objects' })
  await screen.findByRole('heading', { name: 'Nothing to check yet' })
  expect(check('Silent objects')).toBe('Silent objectsNothing yet')
  expect(document.body.textContent).not.toContain('No issues')
  await user.click(screen.getByRole('link', { name: 'Open the overview' }))
  expect(address()).toMatch(/^\/overview/)
})

test('an agency manager chooses a client first', async () => {
  await renderApp('/health', { account: 'agency_manager' })
  await screen.findByRole('heading', { name: 'Choose a client first' })
})
