/** @module-tag all */
// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Obj } from '#/contract/object.ts'
import { goOffline, NO_NETWORK } from '#/test/faults/offline.ts'
import { button, region, words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'
import { weekLines } from './week-labels.ts'

const NINE_TO_SIX = { from: '09:00', to: '18:00' }

test('names days in a row with the same hours once', () => {
  expect(
    weekLines([NINE_TO_SIX, NINE_TO_SIX, NINE_TO_SIX, null, { from: '00:00', to: '00:00' }, null, null]),
  ).toEqual(['Mon–Wed 09:00–18:00', 'Thu closed', 'Fri all day', 'Sat, Sun closed'])
})

test('shows the rate in working hours once an object has them', async () => {
  const { api, open } = await renderApp('/objects', { account: 'marketer' })
  const { objs } = await api.get<{ objs: Obj[] }>('/api/v2/objs/')
  const busiest = objs.toSorted((a, b) => b.calls_count - a.calls_count)[0]!
  open(`/objects/${busiest.oid}`)
  await screen.findByText('Not set. Set them to see how many calls are missed in working hours.')
  fireEvent.click(within(region('Working hours')).getByRole('button', { name: 'Set working hours' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Working hours' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Every day, 9 to 21' }))
  fireEvent.change(dialog.getByLabelText('Sunday, from'), { target: { value: '10:00' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save changes' }))
  await eventually(() =>
    expect(words(region('Working hours'))).toMatch(/Mon–Sat 09:00–21:00 ?Sun 10:00–21:00/),
  )
  open(`/overview?object=${busiest.oid}`)
  await screen.findByText(/^\d+(\.\d+)?% in working hours$/)
  fireEvent.click(within(region('Summary')).getByRole('button', { name: /^Missed rate/ }))
  await eventually(() =>
    expect(words(screen.getByRole('dialog'))).toMatch(/In working hours ?\d+ of \d+ = \d+(\.\d+)?%/),
  )
})

test('asks before a typed week is lost by Cancel or another page', async () => {
  const app = await renderApp('/objects', { account: 'marketer' })
  const { api, open, user, address } = app
  const { objs } = await api.get<{ objs: Obj[] }>('/api/v2/objs/')
  open(`/objects/${objs[0]!.oid}`)
  await user.click(await screen.findByRole('button', { name: 'Set working hours' }))
  const dialog = await screen.findByRole('dialog', { name: 'Working hours' })
  const answer = async (name: string) => {
    await user.click(button(name, await screen.findByRole('dialog', { name: 'Leave without saving?' })))
    await eventually(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull())
  }
  await user.click(button('Every day, 9 to 21', dialog))
  await user.click(button('Cancel', dialog))
  await answer('Stay')
  expect(within(dialog).getByLabelText<HTMLSelectElement>('Sunday, to').value).toBe('21:00')
  app.history.push('/objects')
  await answer('Leave without saving')
  await eventually(() => expect(address()).toBe('/objects'))
})

test('Cancel asks about the week alone, not about options of the page', async () => {
  const { api, open, user } = await renderApp('/objects', { account: 'marketer' })
  const { objs } = await api.get<{ objs: Obj[] }>('/api/v2/objs/')
  open(`/objects/${objs[0]!.oid}`)
  const editor = await screen.findByRole('region', { name: 'Tracking script' })
  await user.click((await within(editor).findAllByRole('checkbox'))[0]!)
  await user.click(await screen.findByRole('button', { name: 'Set working hours' }))
  const dialog = await screen.findByRole('dialog', { name: 'Working hours' })
  await user.click(button('Cancel', dialog))
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
  await within(editor).findByRole('button', { name: 'Save changes' })
})

test('keeps a typed week through Cancel while saving, and through what colleagues do', async () => {
  const { api, open, user } = await renderApp('/objects', { account: 'marketer' })
  const { objs } = await api.get<{ objs: Obj[] }>('/api/v2/objs/')
  const { oid } = objs[0]!
  open(`/objects/${oid}`)
  await user.click(await screen.findByRole('button', { name: 'Set working hours' }))
  const dialog = await screen.findByRole('dialog', { name: 'Working hours' })
  await user.click(button('Every day, 9 to 21', dialog))
  await api.write('PUT', '/api/working-hours', {
    oid,
    version: 0,
    week: Array.from({ length: 7 }, () => NINE_TO_SIX),
  })
  const release = api.hold(/^\/api\/working-hours$/)
  await user.click(button('Save changes', dialog))
  await user.click(button('Cancel', dialog))
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  release()
  await within(dialog).findByText(/changed these hours while you were editing: Mon–Sun 09:00–18:00\./)

  await api.write('DELETE', '/api/working-hours')
  await user.click(button('Save changes', dialog))
  await within(dialog).findByText(/^A colleague removed these hours/)
  await user.click(button('Save changes', dialog))
  await eventually(() => expect(words(region('Working hours'))).toContain('Mon–Sun 09:00–21:00'))
})

test('removes hours only with a network, and takes it back', async () => {
  const app = await renderApp('/objects', { account: 'marketer' })
  const { objs } = await app.api.get<{ objs: Obj[] }>('/api/v2/objs/')
  const { oid } = objs[0]!
  const week = Array.from({ length: 7 }, () => NINE_TO_SIX)
  await app.api.write('PUT', '/api/working-hours', { oid, version: 0, week })
  app.open(`/objects/${oid}`)
  await screen.findByText('Mon–Sun 09:00–18:00')
  await app.user.click(within(region('Working hours')).getByRole('button'))
  const dialog = await screen.findByRole('dialog', { name: 'Working hours' })
  const back = await goOffline(app)
  await app.user.click(
    within(dialog).getByRole('button', { name: 'Remove working hours', description: NO_NETWORK }),
  )
  expect(app.api.requests.filter(({ method }) => method === 'PUT')).toEqual([])
  await back()
  await app.user.click(button('Remove working hours', dialog))
  await screen.findByText('Working hours removed')
  await app.user.click(await screen.findByRole('button', { name: 'Undo' }))
  await eventually(() => expect(words(region('Working hours'))).toContain('Mon–Sun 09:00–18:00'))
})
