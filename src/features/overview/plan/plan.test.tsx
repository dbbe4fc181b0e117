// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { allLoaded, buttonOf, openOverview, panel, receipt, shown } from '#/features/overview/page-testing.ts'
import { words } from '#/test/page.ts'
import { eventually, type RenderedApp } from '#/test/render-app.tsx'

const QUERY = '?period=last_7_days&compare=none'
const plan = () => panel('Plan and pace')
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Plan for a month' }))
const open = async ({ user }: Pick<RenderedApp, 'user'>) => {
  await user.click(await eventually(() => buttonOf('Plan', plan())))
  return dialog()
}

test('a plan stands beside what has come this month, with a range of where it is heading', async () => {
  const app = await openOverview(QUERY)
  await allLoaded()
  await eventually(() => expect(words(plan())).toContain('No plan for Nov 2026 yet'))
  const form = await open(app)
  await app.user.type(form.getByLabelText('Contacts'), '1 500')
  await app.user.type(form.getByLabelText('Target contacts'), '10')
  await app.user.type(form.getByLabelText('Spend'), '300 000 ₽')
  await app.user.click(form.getByRole('button', { name: 'Save plan' }))

  const MONTH = 'date_from=2026-11-01&date_to=2026-11-30'
  const [contacts, target] = [await app.counted(MONTH), await app.counted(MONTH, '&target_filter=1')]
  expect(contacts).toBeGreaterThan(0)
  await eventually(() => {
    expect(words(plan())).toContain(`Contacts ${shown(contacts)} of 1,500`)
    expect(words(plan())).toContain(`Target contacts ${shown(target)} of 10`)
    expect(words(plan())).toContain('Spend0 of 300,000')
  })
  const [, low = '', high = ''] = /On this pace (\d+)–(\d+)/.exec(words(plan())) ?? []
  expect(Number(low)).toBeGreaterThanOrEqual(contacts)
  expect(Number(high)).toBeGreaterThan(Number(low))
  expect(words(plan())).toContain('behind the plan')

  await app.user.click(buttonOf(/^Contacts/, plan()))
  expect(words(receipt())).toContain(
    `${contacts} until now + ${Number(low) - contacts}–${Number(high) - contacts} in the days left = ${low}–${high}`,
  )
  await app.user.keyboard('{Escape}')

  // Of one object nothing is planned.
  const { objs } = await app.api.get<{ objs: readonly { oid: string }[] }>('/api/v2/objs')
  app.open(`/overview${QUERY}&object=${objs[0]!.oid}`)
  await eventually(() => expect(words(plan())).toContain('No plan for Nov 2026 yet'))
})

test('a plan of −5 or of words is told beside its field, and nothing that was typed is lost', async () => {
  const app = await openOverview(QUERY)
  await allLoaded()
  const form = await open(app)
  await app.user.type(form.getByLabelText('Contacts'), '−5')
  await app.user.type(form.getByLabelText('Target contacts'), 'много')
  await app.user.type(form.getByLabelText('Spend'), '9'.repeat(20))
  await form.findByText('A plan cannot be below zero.')
  await form.findByText('Write a number, such as 500.')
  await form.findByText('That is more than can be planned.')
  const from = app.api.asked.length
  await app.user.click(form.getByRole('button', { name: 'Save plan' }))
  expect(app.api.asked.slice(from).filter(({ method }) => method === 'PUT')).toEqual([])
  await app.user.click(form.getByRole('button', { name: 'Cancel' }))
  await app.user.click(buttonOf('Plan', plan()))
  const again = await dialog()
  expect(again.getByLabelText<HTMLInputElement>('Target contacts').value).toBe('много')
  await app.user.clear(again.getByLabelText('Contacts'))
  await app.user.type(again.getByLabelText('Contacts'), '2.5')
  await again.findByText('Contacts are whole numbers.')
})

test('of two people who plan at once the later one is told, and keeps what was typed', async () => {
  const app = await openOverview(QUERY)
  await allLoaded()
  const form = await open(app)
  await app.user.type(form.getByLabelText('Contacts'), '500')
  await app.api.write('PUT', '/api/month-plans', {
    month: '2026-11',
    oid: null,
    version: 0,
    contacts: 700,
    target: null,
    spend: null,
  })
  await app.user.click(form.getByRole('button', { name: 'Save plan' }))
  await form.findByText(/meanwhile the plan was changed .+ It says now: Contacts 700/)
  expect(form.getByLabelText<HTMLInputElement>('Contacts').value).toBe('500')
  await app.user.click(form.getByRole('button', { name: 'Save plan' }))
  await eventually(() => expect(words(plan())).toContain('of 500'))
})
