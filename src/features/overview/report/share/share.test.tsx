// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { clientNamed } from '#/test/api-server.ts'
import { words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const DAYS = 'date_from=2026-11-02&date_to=2026-11-16'
const dialog = () => screen.getByRole('dialog')
const sharing = async (search = DAYS, options: Partial<Parameters<typeof renderApp>[1]> = {}) => {
  const app = await renderApp(`/overview/report?${search}`, { account: 'client', ...options })
  await app.user.click(await screen.findByRole('button', { name: 'Share' }))
  await screen.findByRole('heading', { name: 'Share these figures' })
  return app
}
const working = async ({ api }: Awaited<ReturnType<typeof sharing>>) =>
  (await api.get<{ snapshots: unknown[] }>('/api/snapshots')).snapshots.length
const sent = ({ api }: Awaited<ReturnType<typeof sharing>>, field: string) =>
  api.requests.flatMap(({ method, path, body }) =>
    method === 'POST' && path === '/api/snapshots'
      ? [(JSON.parse(body) as Readonly<Record<string, unknown>>)[field]]
      : [],
  )
const make = async (app: Awaited<ReturnType<typeof sharing>>) => {
  await app.user.click(within(dialog()).getByRole('button', { name: 'Make a link' }))
  const field = await within(dialog()).findByRole<HTMLInputElement>('textbox', { name: 'Link' })
  return field.value
}

/** An uncopied link is not dropped without a question. */
const another = async (app: Awaited<ReturnType<typeof sharing>>) => {
  await app.user.click(within(dialog()).getByRole('button', { name: 'Another link' }))
  await screen.findByRole('heading', { name: 'Continue without copying?' })
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
}

test('makes a link, says it once to be copied, lists it, and withdraws it with a way back', async () => {
  const app = await sharing()
  expect(words(dialog())).toContain('All objects')
  expect(words(dialog())).toContain('No caller details')
  await eventually(() => expect(words(dialog())).toContain('None yet'))
  await app.user.selectOptions(
    within(dialog()).getByRole('combobox', { name: 'The link works for' }),
    '7 days',
  )
  const link = await make(app)
  expect(link).toMatch(/\/s\/[\w-]{43}$/)
  const written = vi.spyOn(navigator.clipboard, 'writeText')
  await app.user.click(within(dialog()).getByRole('button', { name: 'Copy link' }))
  expect(written).toHaveBeenCalledWith(link)
  await within(dialog()).findByRole('button', { name: 'Copied' })

  const withdraw = await within(dialog()).findByRole('button', {
    name: /^Revoke the link: All objects, Nov 2/,
  })
  await app.user.click(withdraw)
  await eventually(() => expect(words(dialog())).toContain('The link no longer works'))
  expect(await working(app)).toBe(0)
  await app.user.click(within(dialog()).getByRole('button', { name: /^Undo: All objects/ }))
  await within(dialog()).findByRole('button', { name: /^Revoke the link/ })
  expect(await working(app)).toBe(1)
  expect(app.api.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining(['POST /api/snapshots', expect.stringMatching(/^DELETE \/api\/snapshots\//)]),
  )
})

test('a link is not lost while it is made or before it is copied', { tags: 'all' }, async () => {
  const app = await sharing()
  const press = (name: string) => app.user.click(within(dialog()).getByRole('button', { name }))
  const release = app.api.hold(/^\/api\/snapshots$/)
  await press('Make a link')
  await press('Cancel')
  release()
  await within(dialog()).findByRole('textbox', { name: 'Link' })
  await press('Close')
  await app.user.click(await screen.findByRole('button', { name: 'Stay' }))
  await eventually(() => expect(screen.queryByRole('button', { name: 'Stay' })).toBeNull())
  await press('Copy link')
  await within(dialog()).findByRole('button', { name: 'Copied' })
  await press('Close')
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test(
  'notes go along only where that is ticked, and the dialog says who reads them',
  { tags: 'all' },
  async () => {
    const note = (day: string) => ({ day, reach: 'client', oid: null, text: 'Ad paused' })
    const app = await sharing(DAYS, {
      before: async (server) => {
        await server.write('POST', '/api/notes', note('2026-11-12'))
        await server.write('POST', '/api/notes', note('2026-10-12'))
      },
    })
    const tick = await within(dialog()).findByRole<HTMLInputElement>('checkbox', { name: 'With notes' })
    expect(tick.checked).toBe(false)
    expect(words(dialog())).toContain('1 note on these days. Anyone with the link can read it')
    await make(app)
    await another(app)
    await app.user.click(within(dialog()).getByRole('checkbox', { name: 'With notes' }))
    await make(app)
    expect(sent(app, 'with_notes')).toEqual([false, true])
  },
)

test('costs go along unless they are left out, where there is spend', { tags: 'all' }, async () => {
  const spent = { client: null, object: null, source: 'Карты', campaign: null, months: { '2026-11': 9_000 } }
  const app = await sharing(DAYS, {
    before: async (server) => {
      await server.write('PUT', '/api/preferences', { base_version: 0, preferences: { spend: [spent] } })
    },
  })
  const tick = await within(dialog()).findByRole<HTMLInputElement>('checkbox', { name: 'With costs' })
  expect(tick.checked).toBe(true)
  await make(app)
  await another(app)
  await app.user.click(within(dialog()).getByRole('checkbox', { name: 'With costs' }))
  await make(app)
  expect(sent(app, 'with_costs')).toEqual([true, false])
})

test(
  'Settings list the links of every client, with whose they are, and withdraw them',
  { tags: 'all' },
  async () => {
    const app = await renderApp('/overview', { account: 'agency_manager' })
    const client = await clientNamed(app.api, 'Sever Group')
    app.open(`/overview/report?client=${client}&${DAYS}`)
    await app.user.click(await screen.findByRole('button', { name: 'Share' }))
    await screen.findByRole('heading', { name: 'Share these figures' })
    await make(app)
    app.open('/settings')
    const section = await screen.findByRole('region', { name: 'Shared links' })
    const button = await within(section).findByRole('button', {
      name: /^Revoke the link: Sever Group, All objects/,
    })
    await app.user.click(button)
    await within(section).findByText('The link no longer works')
  },
)

test(
  'days that are not kept say so in the dialog, and nothing that was chosen is lost',
  { tags: 'all' },
  async () => {
    const app = await sharing('date_from=2016-11-02&date_to=2016-11-16&compare=none')
    const select = within(dialog()).getByRole<HTMLSelectElement>('combobox', { name: 'The link works for' })
    await app.user.selectOptions(select, '90 days')
    await app.user.click(within(dialog()).getByRole('button', { name: 'Make a link' }))
    await eventually(() =>
      expect(within(dialog()).getByRole('alert').textContent).toContain(
        'does not keep contacts of days that long ago',
      ),
    )
    expect(select.value).toBe('90')
  },
)

test('who may not export is offered no link', { tags: 'all' }, async () => {
  await renderApp(`/overview/report?${DAYS}`, { account: 'client', rights: ['listen'] })
  await screen.findByRole('link', { name: 'Overview' })
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
})
