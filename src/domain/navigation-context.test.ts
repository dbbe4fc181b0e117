import { expect, test } from 'vitest'
import { contextAt, linkTo, shownObject } from './navigation-context.ts'

const TODAY = '2026-11-20'
type Context = ReturnType<typeof contextAt>
const walk = (
  ...places: readonly (readonly [string, Record<string, string>?, (string | null)?])[]
): Context =>
  places.reduce<Context | null>(
    (before, [pathname, search = {}, client = null]) => contextAt({ pathname, search }, client, before),
    null,
  )!
const links = (context: Context) => ({
  overview: linkTo('/overview', context, TODAY),
  journal: linkTo('/calls', context, TODAY),
  missed: linkTo('/call-back', context, TODAY),
})

test('takes period, comparison and object from the overview to the journal and back', () => {
  const overview = { period: 'last_7_days', compare: 'year', object: 'site' }
  const atOverview = walk(['/overview', overview])
  expect(links(atOverview).journal).toEqual({
    to: '/objects/$oid/calls',
    params: { oid: 'site' },
    search: { period: 'custom', date_from: '2026-11-14', date_to: TODAY, preset: 'last_7_days' },
  })
  expect(links(atOverview).missed).toEqual({ to: '/call-back', search: { object: 'site' } })
  const journal = { period: 'custom', date_from: '2026-11-14', date_to: TODAY, preset: 'last_7_days' }
  const back = walk(
    ['/overview', overview],
    ['/call-back', { object: 'site' }],
    ['/settings'],
    ['/objects/site/calls', journal],
  )
  expect(links(back).overview).toEqual({ to: '/overview', search: overview })
})

test('takes chosen days of the journal to the overview', () => {
  const days = { date_from: '2026-10-01', date_to: '2026-10-31' }
  const { overview, journal } = links(walk(['/calls', { period: 'custom', ...days }]))
  expect(overview).toEqual({ to: '/overview', search: days })
  expect(journal).toEqual({ to: '/calls', search: { period: 'custom', ...days } })
})

test('leaves pages at their own period until one is shown', () => {
  const own = {
    overview: { to: '/overview', search: {} },
    journal: { to: '/calls', search: {} },
    missed: { to: '/call-back', search: {} },
  }
  expect(links(walk(['/settings']))).toEqual(own)
  expect(links(walk(['/calls']))).toEqual(own)
})

test('takes the default period of the overview to the journal, which has another one, and back', () => {
  const month = { period: 'custom', date_from: '2026-10-22', date_to: TODAY, preset: 'last_30_days' }
  const atOverview = walk(['/overview'])
  expect(links(atOverview).journal).toEqual({ to: '/calls', search: month })
  expect(links(atOverview).overview).toEqual({ to: '/overview', search: {} })
  expect(links(walk(['/overview'], ['/settings'])).journal.search).toEqual(month)
  expect(links(walk(['/overview'], ['/calls', month])).overview).toEqual({ to: '/overview', search: {} })
})

test('keeps the period before where the journal’s own cannot be said elsewhere', () => {
  const { overview } = links(walk(['/overview', { period: 'last_month' }], ['/calls', { period: 'year' }]))
  expect(overview).toEqual({ to: '/overview', search: { period: 'last_month' } })
})

test('takes all time from the journal to the overview and back', () => {
  expect(links(walk(['/calls', { period: 'all' }])).overview.search).toEqual({ period: 'all' })
  expect(links(walk(['/overview', { period: 'all' }])).journal.search).toEqual({ period: 'all' })
})

test('takes period and comparison to the clients and back', () => {
  const shown = { period: 'last_month', compare: 'year' }
  const clientsOf = (context: Context) => linkTo('/clients', context, TODAY)
  const atOverview = walk(['/overview', { ...shown, object: 'site' }, '1'])
  expect(clientsOf(atOverview)).toEqual({ to: '/clients', search: shown })
  expect(links(walk(['/clients', shown], ['/overview', shown, '1'])).journal.search).toMatchObject({
    preset: 'last_month',
  })
  expect(links(walk(['/clients', shown], ['/settings'])).overview).toEqual({ to: '/overview', search: shown })
  expect(clientsOf(walk(['/overview']))).toEqual({ to: '/clients', search: {} })
})

test('a contact leaves period, comparison and object as they were', () => {
  const shown = { period: 'last_month', compare: 'year' }
  const context = walk(['/overview', shown], ['/objects/site/calls/123'])
  expect(links(context).overview).toEqual({ to: '/overview', search: shown })
  expect(links(context).journal).toMatchObject({ to: '/calls', search: { preset: 'last_month' } })
})

test('takes the period to another client, and not the object', () => {
  const there = walk(['/overview', { period: 'today', object: 'site' }, '1'], ['/alerts', {}, '2'])
  expect(links(there).overview).toEqual({ to: '/overview', search: { period: 'today' } })
})

test('the tools of the overview show an object, as it does; the report names its own', () => {
  const search = { object: 'site' }
  expect(shownObject({ pathname: '/overview/tools', search })).toBe('site')
  expect(shownObject({ pathname: '/overview/tools', search: {} })).toBeNull()
  expect(shownObject({ pathname: '/overview/report', search })).toBeUndefined()
})
