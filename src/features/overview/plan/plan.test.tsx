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
  shown,
} from '#/features/overview/page-testing.ts'
import { words } from '#/test/page.ts'
import { eventually, type RenderedApp } from '#/test/render-app.tsx'

const QUERY = '?period=last_7_days&compare=none'
const card = () => panel('Summary')
const trend = () => panel('Trend')
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Plan for a month' }))
const open = async ({ user }: Pick<RenderedApp, 'user'>) => {
  await user.click(await eventually(() => buttonOf('Set a plan', card())))
  return dialog()
}

test('a plan stands beside what has come this month, with a range of where it is heading', async () => {
  const app = await openOverview(QUERY)
  await allLoaded()
  await eventually(() => expect(words(card())).toContain('No plan for Nov 2026 yet'))
  const form = await open(app)
  await app.user.type(form.getByLabelText('Contacts'), '1 500')
  await app.user.type(form.getByLabelText('Target contacts'), '1')
  await app.user.type(form.getByLabelText('Spend'), '300 000 ₽')
  await app.user.click(form.getByRole('button', { name: 'Save plan' }))

  const MONTH = 'date_from=2026-11-01&date_to=2026-11-30'
  const [contacts, target] = [await app.counted(MONTH), await app.counted(MONTH, '&target_filter=1')]
  expect(target).toBeGreaterThan(0)
  await eventually(() =>
    expect(words(card())).toContain(`Plan, target contacts in Nov 2026 ${shown(target)} of 1`),
  )
  expect(words(card())).toContain('ahead of the plan')
  const [, low = '', high = ''] = /On this pace (\d+)–(\d+)/.exec(words(card())) ?? []
  expect(Number(low)).toBeGreaterThanOrEqual(target)
  expect(Number(high)).toBeGreaterThan(Number(low))

  await app.user.click(buttonOf(/^Plan, target contacts/, card()))
  expect(words(receipt())).toContain(
    `${target} until now + ${Number(low) - target}–${Number(high) - target} in the days left = ${low}–${high}`,
  )
  const close = () => app.user.click(within(receipt()).getByRole('button', { name: 'Close' }))
  const paced = `${shown(target)} of 1On this pace ${low}–${high}, ahead of the plan`
  await close()
  await app.user.click(figure(/^Target rate/, card()))
  await eventually(() => expect(words(receipt())).toContain(`Plan, target contacts in Nov 2026${paced}`))
  await close()
  await app.user.click(figure(/^Contacts/, card()))
  await eventually(() =>
    expect(words(receipt())).toMatch(
      new RegExp(
        `Plan, contacts in Nov 2026${shown(contacts)} of 1,500On this pace [\\d,]+–[\\d,]+, behind the plan`,
      ),
    ),
  )
  await close()
  await app.user.click(buttonOf(/^Plan, target contacts/, card()))
  await app.user.click(within(receipt()).getByRole('button', { name: 'Against the plan' }))
  await eventually(() => expect(words(trend())).toContain(`On this pace ${low}–${high}`))
  expect(words(trend())).toContain('Spend 0 of 300,000')
  await app.user.click(buttonOf('Contacts', within(trend()).getByRole('group', { name: 'What is planned' })))
  await eventually(() =>
    expect(words(trend())).toMatch(new RegExp(`${shown(contacts)} until now.+behind the plan`)),
  )
  const slider = within(trend()).getByRole('slider', {
    name: /^Contacts, added up by day: .+ the plan 1,500/,
  })
  expect(slider.getAttribute('aria-valuetext')).toMatch(
    /^Monday, November 30: On this pace [\d,]+–[\d,]+, plan 1,500$/,
  )

  await app.user.click(buttonOf('Show as a table', trend()))
  const rows = within(await within(trend()).findByRole('table', { name: 'Against the plan' })).getAllByRole(
    'row',
  )
  expect(rows).toHaveLength(1 + 30)
  const first = await app.counted('date_from=2026-11-01&date_to=2026-11-01')
  expect(words(rows[1])).toContain(`Sunday, November 1${first}`)
  expect(words(rows[30])).toMatch(/^Monday, November 30–to come1,500[\d,]+–[\d,]+$/)

  app.open(`/overview${QUERY}&target=target`)
  await eventually(() =>
    expect(words(card())).toContain('Plans count all contacts. Clear filters to compare.'),
  )

  const { objs } = await app.api.get<{ objs: readonly { oid: string }[] }>('/api/v2/objs')
  app.open(`/overview${QUERY}&object=${objs[0]!.oid}`)
  await eventually(() => expect(words(card())).toContain('No plan for Nov 2026 yet'))
})

test('the plan of a month that is over is told by what it came to', { tags: 'all' }, async () => {
  const app = await openOverview('?date_from=2026-10-05&date_to=2026-10-20&compare=none')
  await allLoaded()
  const october = await app.counted('date_from=2026-10-01&date_to=2026-10-31')
  const plan = { oid: null, version: 0, target: null, spend: null }
  await app.api.write('PUT', '/api/month-plans', { ...plan, month: '2026-10', contacts: october + 7 })
  app.open('/overview?date_from=2026-10-06&date_to=2026-10-20&compare=none')
  await eventually(() =>
    expect(words(card())).toContain(
      `Plan, contacts in Oct 2026 ${shown(october)} of ${shown(october + 7)}The month is over7 short of the plan`,
    ),
  )
})

test(
  'a plan of −5 or of words is told beside its field, and nothing that was typed is lost',
  { tags: 'all' },
  async () => {
    const app = await openOverview(QUERY)
    await allLoaded()
    const form = await open(app)
    await app.user.type(form.getByLabelText('Contacts'), '−5')
    await app.user.type(form.getByLabelText('Target contacts'), 'много')
    await app.user.type(form.getByLabelText('Spend'), '9'.repeat(20))
    await form.findByText('A plan cannot be below zero.')
    await form.findByText('Write a number, such as 500.')
    await form.findByText('That is more than can be planned.')
    const from = app.api.requests.length
    await app.user.click(form.getByRole('button', { name: 'Save plan' }))
    expect(app.api.requests.slice(from).filter(({ method }) => method === 'PUT')).toEqual([])
    await app.user.click(form.getByRole('button', { name: 'Cancel' }))
    await app.user.click(buttonOf('Set a plan', card()))
    const again = await dialog()
    expect(again.getByLabelText<HTMLInputElement>('Target contacts').value).toBe('много')
    await app.user.clear(again.getByLabelText('Contacts'))
    await app.user.type(again.getByLabelText('Contacts'), '2.5')
    await again.findByText('Contacts are whole numbers.')
  },
)

test('a plan whose answer was lost is no conflict at the next try', { tags: 'all' }, async () => {
  const app = await openOverview(QUERY)
  await allLoaded()
  const form = await open(app)
  await app.user.type(form.getByLabelText('Contacts'), '500')
  const network = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const answer = await network(input, init)
    if (init?.method !== 'PUT') return answer
    globalThis.fetch = network
    throw new TypeError('Failed to fetch')
  }
  await app.user.click(form.getByRole('button', { name: 'Save plan' }))
  await form.findByText(/^Can’t reach the server/)
  await app.user.click(form.getByRole('button', { name: 'Save plan' }))
  await screen.findByText('The plan for Nov 2026 is saved')
})

test(
  'asks before another page discards a draft of a plan, also once it is closed',
  { tags: 'all' },
  async () => {
    const app = await openOverview(QUERY)
    await allLoaded()
    const form = await open(app)
    await app.user.type(form.getByLabelText('Contacts'), '500')
    const stay = async () => {
      app.history.push('/objects')
      await app.user.click(await screen.findByRole('button', { name: 'Stay' }))
      await eventually(() => expect(screen.queryByRole('button', { name: 'Stay' })).toBeNull())
      expect(app.address()).toBe(`/overview${QUERY}`)
    }
    await stay()
    expect(form.getByLabelText<HTMLInputElement>('Contacts').value).toBe('500')
    await app.user.click(form.getByRole('button', { name: 'Cancel' }))
    await stay()
  },
)

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
  // The other plan is loaded while one types: that alone must not let it be replaced.
  await app.queryClient.refetchQueries({ predicate: ({ queryHash }) => queryHash.includes('month_plans') })
  await app.user.click(form.getByRole('button', { name: 'Save plan' }))
  await form.findByText(/changed the plan first.+ It now says: Contacts 700/)
  expect(form.getByLabelText<HTMLInputElement>('Contacts').value).toBe('500')
  await app.api.write('DELETE', '/api/month-plans')
  await app.user.click(form.getByRole('button', { name: 'Save plan' }))
  await form.findByText(/a colleague removed the plan first/)
  expect(form.getByLabelText<HTMLInputElement>('Contacts').value).toBe('500')
  await app.user.click(form.getByRole('button', { name: 'Save plan' }))
  await eventually(() => expect(words(card())).toContain('of 500'))
})

test('a plan that another browser has set is here with the next figures', { tags: 'all' }, async () => {
  const { api, press } = await openOverview(QUERY)
  await allLoaded()
  await eventually(() => expect(words(card())).toContain('No plan for Nov 2026 yet'))
  const plan = { month: '2026-11', oid: null, version: 0, contacts: 700, target: null, spend: null }
  await api.write('PUT', '/api/month-plans', plan)
  const requestCount = api.requests.length
  await press('Refresh')
  await eventually(() => expect(words(card())).toContain('of 700'))
  const again = () => api.requests.slice(requestCount).filter(({ path }) => path === '/api/preferences')
  expect(again()).toHaveLength(1)
  await press('Refresh')
  await allLoaded()
  expect(again()).toHaveLength(1)
})

test.each(['Summary', 'Trend'])(
  'plans that did not come are asked for again in %s, where the focus stays',
  { tags: 'all' },
  async (name) => {
    const { api, press, user } = await openOverview(QUERY, {
      before: async (server) =>
        server.standInFront((path) =>
          path.includes('month-plans') ? new Response('{}', { status: 500 }) : null,
        ),
    })
    await allLoaded()
    if (name === 'Trend') await press('Against the plan', trend())
    const again = await eventually(() => buttonOf('Retry', panel(name)))
    api.standInFront(null)
    await user.click(again)
    await eventually(() => expect(words(panel(name))).toMatch(/No plan|Nothing is planned/))
    await eventually(() => expect(document.activeElement).toBe(panel(name)))
  },
)

test('the plan waits and marks its days when some could not be read', { tags: 'all' }, async () => {
  const app = await openOverview(QUERY, { account: 'client', faults: ['calls-page-3-fails'] })
  const form = await open(app)
  await app.user.type(form.getByLabelText('Contacts'), '5000')
  await app.user.click(form.getByRole('button', { name: 'Save plan' }))
  await eventually(() => expect(words(card())).toMatch(/Couldn’t read .+2026\. The pace is counted when/))
  expect(words(card())).not.toContain('On this pace')
  await app.press('Against the plan', trend())
  await eventually(() => expect(words(trend())).toContain('The pace is counted when these days are read.'))
  within(trend()).getByRole('slider', { name: /some days couldn’t be read, the plan 5,000/ })

  app.api.fault()
  await app.user.click(buttonOf('Retry', card()))
  await eventually(() => expect(words(card())).toContain('On this pace'))
})
