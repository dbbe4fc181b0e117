// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Obj } from '#/contract/object.ts'
import { endpoints } from '#/contract/endpoints.ts'
import { clientNamed, type ApiServer } from '#/test/api-server.ts'
import { noteSavedFiles } from '#/test/outputs/saved-files.ts'
import { mainMenu, region, words } from '#/test/page.ts'
import { whilePresented } from '#/test/presented.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

type App = Awaited<ReturnType<typeof renderApp>>
const toConsole = async (user: App['user']) => {
  await user.click(within(mainMenu()).getByRole('link', { name: 'Settings' }))
  const developers = await screen.findByRole('region', { name: 'Developers' })
  await user.click(within(developers).getByRole('link', { name: 'API console' }))
}
const send = async () => screen.findByRole('button', { name: 'Send request' })
const status = async (code: string) =>
  within(await screen.findByRole('region', { name: 'Response' })).findByText(code)
const check = () => within(region('Contract check'))
const json = async () => screen.findByRole('tree', { name: 'JSON of the answer' })
const history = () =>
  within(region('History'))
    .getAllByRole('button')
    .map((one) => words(one))
const differences = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').map(words))
const anObject = async (api: ApiServer) => (await api.get<{ objs: readonly Obj[] }>('/api/v2/objs/')).objs[0]!
const writes = ({ requests }: ApiServer) => requests.filter(({ method }) => method !== 'GET')

test(
  'every endpoint of the document is offered; an answer is shown with its status, time, size and check',
  { tags: 'all' },
  async () => {
    const { user, api, address } = await renderApp('/overview', { account: 'client' })
    await screen.findByRole('region', { name: 'Summary' })
    await toConsole(user)
    const select = await screen.findByRole('combobox', { name: 'Endpoint' })
    expect(within(select).getAllByRole('option').map(words)).toEqual(
      Object.values(endpoints).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
    )
    expect(words(region('Response'))).toContain('Nothing has been sent yet')

    await user.selectOptions(select, 'GET /v2/calls')
    expect(address()).toBe('/console?endpoint=all_calls')
    await user.selectOptions(screen.getByRole('combobox', { name: /^Period/ }), 'week')
    await user.click(screen.getByRole('checkbox', { name: /^Target only/ }))
    await user.type(screen.getByRole('textbox', { name: /^Page page/ }), '1{Control>}{Enter}{/Control}')
    await status('200')
    expect(api.requests.map(({ path, query }) => `${path}?${String(query)}`)).toContain(
      '/api/v2/calls?period=week&target_filter=1&page=1',
    )
    expect(words(region('Response'))).toMatch(/\d ms.*\d kB/)
    check().getByText('As documented')
    expect(within(await json()).getAllByRole('treeitem')[1]?.textContent).toContain('"calls"')
    expect(history()).toEqual([expect.stringMatching(/^\/calls ?200/)])
  },
)

test('where an answer differs is told with its place and section, and shown in the answer', async () => {
  const { user } = await renderApp('/console?endpoint=all_calls', {
    account: 'client',
    faults: ['calls-drift'],
  })
  await user.click(await send())
  await status('200')
  check().getByText('4 differences')
  expect(differences('Contract check')).toEqual(
    expect.arrayContaining([
      [
        'Wrong type',
        'calls[].duration',
        'is a string, should be an integer or null',
        'Section 2.5',
        '1 of 20',
      ],
      ['Missing', 'calls[].service_name', 'is not there, should be a string', 'Section 2.5', '1 of 20'],
      ['Extra', 'calls[].queue', 'is a string; the document does not have it', 'Section 2.5', '1 of 20'],
      ['Unknown code', 'calls[].status', 'is 42; the document lists 17 codes', 'Section 3.2', '1 of 20'],
    ]),
  )
  expect(within(await json()).getByText('service_name is missing')).toBeInstanceOf(HTMLElement)
  // Collapsed until revealed.
  await user.click(check().getByRole('button', { name: 'calls[].status' }))
  const tree = await json()
  await eventually(() =>
    expect(words(tree.querySelector('[aria-selected=true]'))).toMatch(/^\d*"status": 42,$/),
  )
  await user.click(check().getByRole('button', { name: 'Copy report' }))
  const report = await navigator.clipboard.readText()
  expect(report).toContain('| `GET /v2/calls` | Unknown code | `calls[].status` |')
  expect(report).not.toMatch(/QUEUE_CANARY|\b42\b/)
  expect(history()[0]).toMatch(/4 differ$/)
})

test('a presentation masks sums, and highlights differences as ever', async () => {
  await whilePresented(async () => {
    const { user } = await renderApp('/console?endpoint=all_calls', {
      account: 'client',
      faults: ['calls-drift'],
    })
    await user.click(await send())
    await status('200')
    expect(within(await json()).getByText('service_name is missing')).toBeInstanceOf(HTMLElement)
  })
})

test('contract drift: what the pages received is compared, and taken along without any value', async () => {
  const { user } = await renderApp('/calls', { account: 'client', faults: ['calls-drift'] })
  await within(await screen.findByRole('table', { name: 'Contacts' })).findAllByRole('link')
  await toConsole(user)
  await user.click(await screen.findByRole('link', { name: /^API changes/ }))
  await screen.findByText(/^the last \d+ answers that Callboard received$/)
  const rows = await eventually(() => differences('API changes'))
  expect(rows.map(([what, where, path]) => [what, where, path])).toEqual(
    expect.arrayContaining([
      ['Wrong type', 'GET /v2/calls', 'calls[].duration'],
      ['Missing', 'GET /v2/calls', 'calls[].service_name'],
      ['Extra', 'GET /v2/calls', 'calls[].queue'],
      ['Unknown code', 'GET /v2/calls', 'calls[].status'],
    ]),
  )
  const { saving } = noteSavedFiles()
  const file = await saving(() => user.click(screen.getByRole('button', { name: 'Download as Markdown' })))
  expect(file.name).toBe('contract-drift.md')
  const report = (await file.bytes()).toString()
  expect(report).toContain('| `GET /v2/calls` | Extra | `calls[].queue` |')
  expect(`${report}${words(document.querySelector('main'))}`).not.toMatch(/QUEUE_CANARY|"95"|\b42\b/)
})

test(
  'contract drift: what our server has read for its archive is compared too, for who has opened no list',
  { tags: 'all' },
  async () => {
    const { user } = await renderApp('/overview', {
      account: 'client',
      faults: ['calls-drift'],
    })
    await screen.findByRole('region', { name: 'Summary' })
    await toConsole(user)
    await user.click(await screen.findByRole('link', { name: /^API changes/ }))
    const rows = await eventually(() => differences('API changes'))
    expect(rows.map(([what, where, path]) => [what, where, path])).toEqual(
      expect.arrayContaining([
        ['Wrong type', 'GET /v2/calls', 'calls[].duration'],
        ['Extra', 'GET /v2/calls', 'calls[].queue'],
      ]),
    )
    expect(words(document.querySelector('main'))).not.toMatch(/QUEUE_CANARY|"95"/)
  },
)

test(
  'contract drift: without a difference it says so, and forgets with the session',
  { tags: 'all' },
  async () => {
    const { user } = await renderApp('/objects', { account: 'client' })
    await screen.findByRole('table', { name: 'Objects' })
    await toConsole(user)
    await user.click(await screen.findByRole('link', { name: /^API changes/ }))
    await screen.findByText('All answers are as documented')
    expect(screen.getAllByRole('link', { current: 'page' }).map(words)).toEqual(
      expect.arrayContaining(['API changes']),
    )
    const { checkedAnswers } = await import('#/api/console/drift-log.ts')
    expect(checkedAnswers.state.length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'Account' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await screen.findByRole('button', { name: 'Sign in' })
    expect(checkedAnswers.state).toEqual([])
  },
)

test('what changes data says what it changes and waits for a yes', async () => {
  const { user, api } = await renderApp('/console?endpoint=script_config', { account: 'client' })
  const { oid } = await anObject(api)
  await user.click(await send())
  screen.getAllByText('Fill this in')
  await user.type(screen.getByRole('combobox', { name: /^Object oid/ }), oid)
  await user.type(screen.getByRole('textbox', { name: /^Tracking options/ }), '{{"utm":"3"}')
  await user.click(await send())
  const dialog = await screen.findByRole('dialog', { name: 'Send a request that changes data?' })
  within(dialog).getByText(
    `Tracking options of object ${oid} become exactly these: utm. All others are switched off.`,
  )
  expect(words(dialog)).not.toContain('This is the real account')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(writes(api)).toEqual([])

  await user.click(await send())
  await user.click(await screen.findByRole('button', { name: 'Change and send' }))
  await status('200')
  expect(writes(api).map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', `/api/v2/objs/${oid}/script_config`, '{"script_config":{"utm":"3"}}'],
  ])
})

test('sign-in is a try: another account’s password opens no session, and is kept nowhere', async () => {
  const { user, api, queryClient } = await renderApp('/console?endpoint=sign_in', { account: 'client' })
  const before = await api.get<{ user: { email: string } }>('/api/session')
  await user.type(await screen.findByRole('textbox', { name: /^Email/ }), 'igor@domograd.ru')
  await user.type(screen.getByLabelText(/^Password/), 'domograd')
  await user.click(await send())
  await status('200')
  expect(writes(api).map(({ path }) => path)).toEqual(['/api/console/sign_in'])
  expect(await api.get('/api/session')).toMatchObject({ user: { email: before.user.email } })
  check().getByText('As documented')
  check().getByText(/^Left out by Callboard.*user\.api_key/)
  expect(within(await json()).queryByText(/api_key/)).toBeNull()
  const stored = JSON.stringify(
    queryClient.getQueriesData({ predicate: ({ queryKey }) => queryKey.includes('console') }),
  )
  expect(stored).toContain('"email":"igor@domograd.ru"')
  expect(stored).not.toContain('"domograd"')
  expect(screen.getByLabelText<HTMLInputElement>(/^Password/).value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Copy as curl' }))
  expect(await navigator.clipboard.readText()).toContain('<PASSWORD>')
})

test('v1 too: cities, whose answer the document does not show, and a plan', { tags: 'all' }, async () => {
  const { user } = await renderApp('/console?endpoint=geo', { account: 'client' })
  await user.click(await send())
  await status('200')
  check().getByText('The document does not show this answer: there is nothing to compare with')
  expect(words(await json())).toContain('countries')
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Endpoint' }),
    'GET /v1/payment/plans/{plan_name}',
  )
  const named = screen.getByRole<HTMLInputElement>('combobox', { name: /^Plan plan_name/ })
  const offered = () => Array.from(named.list?.options ?? [], ({ value }) => value)
  // The one of the account's objects.
  await eventually(() => expect(offered()).toEqual(['Start']))
  await user.type(named, 'Pro')
  await user.click(await send())
  await eventually(() => expect(words(region('Response'))).toContain('16,900'))
  check().getByText('As documented')

  const plan = screen.getByRole('combobox', { name: /^Plan plan_name/ })
  await user.clear(plan)
  await user.type(plan, 'Nothing of the kind')
  await user.click(await send())
  await status('204')
  check().getByText('The answer is empty: there is nothing to compare')

  const before = within(region('History')).getAllByRole('button').at(-1)!
  await user.click(before)
  expect(words(await json())).toContain('countries')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Endpoint' }).value).toBe('geo')
})

test('a refusal is an answer too; without any there is Retry', { tags: 'all' }, async () => {
  const { user, api } = await renderApp('/console?endpoint=object', { account: 'client' })
  await user.type(await screen.findByRole('combobox', { name: /^Object oid/ }), 'nothing-of-the-kind')
  await user.click(await send())
  await status('404')
  check().getByText('The service has refused the request: there is no answer to compare')
  api.standInFront(() => Response.error())
  await user.click(await send())
  await screen.findByRole('heading', { name: 'No answer' })
  api.standInFront(null)
  await user.click(within(region('Response')).getByRole('button', { name: 'Retry' }))
  await status('404')
  expect(history()).toHaveLength(3)
})

test('an agency manager asks for the chosen client, and curl has no key', async () => {
  const { user, api, open } = await renderApp('/console', { account: 'agency_manager' })
  await screen.findAllByText('Choose a client first: the service answers this for one client at a time')
  expect(await send()).toHaveProperty('ariaDisabled', 'true')
  const client = await clientNamed(api, 'Sever Group')
  open(`/console?client=${client}`)
  await user.click(await send())
  await status('200')
  expect(api.requests.some(({ path }) => path === `/api/v2/clients/${client}/objs/`)).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Copy as curl' }))
  expect(await navigator.clipboard.readText()).toBe(
    `curl "$API_URL"/v2/clients/"$CLIENT_ID"'/objs/' \\\n  -u "$API_KEY:" \\\n  -H 'Content-Type: application/json'`,
  )
})

test(
  'of whom statistics are all there is, no request that changes an object is offered',
  { tags: 'all' },
  async () => {
    const { api, open } = await renderApp('/clients', { account: 'agency_manager' })
    const agencies =
      await api.get<
        readonly { agency: { clients: readonly { client: string; statistics_only: boolean }[] } }[]
      >('/api/v2/agency')
    const readOnly = agencies[0]!.agency.clients.find((one) => one.statistics_only)!
    open(`/console?client=${readOnly.client}`)
    const select = await screen.findByRole('combobox', { name: 'Endpoint' })
    await eventually(() => expect(within(select).queryByRole('option', { name: /script_config/ })).toBeNull())
  },
)

test(
  'fields that a person may not see are no difference of the service; without the right nothing is taken along',
  { tags: 'all' },
  async () => {
    const { user } = await renderApp('/console?endpoint=all_calls', { account: 'client', rights: [] })
    await user.click(await send())
    await status('200')
    check().getByText('As documented')
    check().getByText(/^Left out by Callboard.*phone_number_from/)
    expect(screen.queryByRole('button', { name: 'Download JSON' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Copy JSON' })).toBeNull()
  },
)

test('contacts that are taken along are written down as an export', { tags: 'all' }, async () => {
  const { user, api } = await renderApp('/console?endpoint=all_calls', { account: 'client' })
  const { saving } = noteSavedFiles()
  await user.click(await send())
  await status('200')
  // Without a clipboard, copying downloads.
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'))
  const file = await saving(() => user.click(screen.getByRole('button', { name: 'Copy JSON' })))
  expect(file.name).toBe('all_calls.json')
  expect(JSON.parse((await file.bytes()).toString())).toHaveProperty('calls')
  expect(writes(api).map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    ['/api/audit/exports', { what: 'contacts', format: 'json', client: null, rows: 20 }],
  ])
})

test('the answer is searched, and walked by keys', async () => {
  const { user } = await renderApp('/console', { account: 'client' })
  await user.click(await send())
  await status('200')
  await user.type(screen.getByRole('searchbox', { name: 'Search in the answer' }), 'needs_renewing{Enter}')
  await eventually(() => expect(words(region('Response'))).toMatch(/1 of \d/))
  const tree = await json()
  const current = () => words(tree.querySelector('[aria-selected=true]'))
  expect(current()).toContain('"needs_renewing"')
  tree.focus()
  await user.keyboard('{ArrowLeft}')
  expect(tree.querySelector('[aria-selected=true]')?.ariaExpanded).toBe('true')
  await user.keyboard('{ArrowLeft}')
  expect(tree.querySelector('[aria-selected=true]')?.ariaExpanded).toBe('false')
  await user.keyboard('{End}{ArrowDown}')
  expect(current()).toMatch(/"total_objects": /)
  await user.keyboard('{Home}{ArrowUp}')
  expect(current()).toMatch(/^1\{/)
})

test(
  'a request on its way says so, and can be cancelled and sent again; what had come before is in the history',
  { tags: 'all' },
  async () => {
    const { user, api } = await renderApp('/console?endpoint=all_calls', { account: 'client' })
    await user.click(await send())
    await status('200')
    const letGo = api.hold(/\/calls$/)
    await user.click(await send())
    await user.click(await within(region('Response')).findByRole('button', { name: 'Cancel' }))
    await eventually(() => expect(words(region('Response'))).not.toContain('Waiting for the service'))
    expect(history()).toEqual([expect.stringContaining('cancelled'), expect.stringMatching(/200/)])
    letGo()
    await user.click(await send())
    await status('200')
  },
)
