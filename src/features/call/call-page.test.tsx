// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListedCall } from '#/contract/call.ts'
import { CALL_STATUS } from '#/contract/codes.ts'
import type { Obj } from '#/contract/object.ts'
import { HTML } from '#/server/reference/sample/edge-cases/hostile.ts'
import { EDGE_CASES } from '#/server/reference/sample/edge-cases/make.ts'
import { SAMPLE_STORIES } from '#/server/reference/sample/stories.ts'
import { contactsOf, findContact } from '#/test/api-server.ts'
import { fact, region, words } from '#/test/page.ts'
import { pageFaults } from '#/test/page-faults.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const CHAT = CALL_STATUS.chat
const MISSED = CALL_STATUS.noanswer
const OBJECT = SAMPLE_STORIES.missedAtLunch.object
const ownFacts = () => (screen.queryByRole('region', { name: 'Call' }) ? 'Call' : 'Contact')
const loaded = async () => {
  await screen.findByRole('region', { name: 'CRM deal' })
  await eventually(() => expect(document.querySelector('main .animate-appear')).toBeNull())
}

const startAs = async (account: 'marketer' | 'edge_cases') => {
  const app = await renderApp('/objects', { account })
  return {
    ...app,
    app,
    show: async ({ obj_oid, id }: Pick<ListedCall, 'obj_oid' | 'id'>) => {
      app.open(`/objects/${obj_oid}/calls/${String(id)}`)
      await loaded()
    },
    copied: async (name: string, inside: HTMLElement = document.body) => {
      await app.user.click(within(inside).getByRole('button', { name }))
      return navigator.clipboard.readText()
    },
  }
}

const startAtEdges = async () => {
  const page = await startAs('edge_cases')
  const { objs } = await page.api.get<{ objs: Obj[] }>('/api/v2/objs/')
  const { oid } = objs.find(({ alias }) => alias === SAMPLE_STORIES.edgeCases.object)!
  return {
    ...page,
    edge: async (name: string) => {
      const edge = EDGE_CASES.find((one) => one.name.startsWith(name))
      expect(edge, name).toBeDefined()
      await page.show({ obj_oid: oid, id: edge!.id })
    },
  }
}

test('facts and attribution say what the service says, and can be copied', async () => {
  const { app, show, copied, user, address } = await startAs('marketer')
  const call = await findContact(
    app.api,
    OBJECT,
    (one) => one.utm && one.search_request && one.referrer && /^7\d{10}$/.test(one.phone_number_from),
  )
  await show(call)
  expect(words(document.querySelector('main header'))).toContain(
    call.call_type.name === 'COMMON' ? 'First-time' : 'Repeat',
  )
  expect(await copied('Copy number')).toBe(`+${call.phone_number_from}`)

  const source = () => within(fact('Attribution', 'Source')).getAllByRole('link')[0]!
  expect(words(source())).toBe(call.source!.title)
  expect(words(fact('Attribution', 'Search request'))).toContain(squeezed(call.search_request!))
  const referrer = within(fact('Attribution', 'Referrer')).getByRole('link')
  const { host } = new URL(call.referrer!)
  expect(words(referrer)).toContain(host)
  expect(referrer.title).toBe(`Opens ${host} in a new tab`)
  expect(referrer.getAttribute('rel')).toBe('noopener noreferrer')
  for (const [label, value] of [
    ['Search request', call.search_request],
    ['Page', call.request_uri],
    ['Referrer', call.referrer],
  ])
    expect(await copied(`Copy ${label}`)).toBe(value)
  for (const [name, value] of new URLSearchParams(call.utm!))
    expect(words(fact('Attribution', name.replace('utm_', '')))).toContain(value)
  expect(await copied('Copy the whole tag line')).toBe(call.utm)

  expect(words(fact(ownFacts(), 'Service'))).toBe(call.service_name)
  expect(words(fact(ownFacts(), 'Region'))).toContain(call.region ?? 'not known')
  // Logos are our own drawings: no third-party requests.
  expect(document.querySelectorAll('main img')).toHaveLength(0)

  // The title is shown; the code filters the journal.
  expect(words(fact('Attribution', 'Source'))).not.toContain(call.src!)
  await user.click(source())
  await eventually(() => expect(address()).toMatch(new RegExp(`/calls\\?source_filter=${call.src}$`)))
})

test('a chat is no call and has no recording; the tab’s name holds no number', async () => {
  const { app, show } = await startAs('marketer')
  const chat = await findContact(app.api, OBJECT, ({ status, record_url }) => status === CHAT && !record_url)
  await show(chat)
  region('Contact')
  for (const name of ['Call', 'Recording']) expect(screen.queryByRole('region', { name })).toBeNull()
  await eventually(() => expect(document.title).toBe('Contact · Callboard'))

  const silent = await findContact(
    app.api,
    OBJECT,
    ({ status, record_url }) => status === MISSED && !record_url,
  )
  await show(silent)
  region('Call')
  expect(words(region('Recording'))).toContain('There is no recording')
  expect(document.title).toBe('Contact · Callboard')
})

test('shows tags that are written badly as far as they can be read', { tags: 'all' }, async () => {
  const { edge } = await startAtEdges()
  await edge('Formulas')
  expect(words(region('Attribution'))).toContain('+cmd|calc')
  await edge('Odd tags')
  expect(words(region('Attribution'))).toContain('source%E0%A4%Acampaigna b c')
})

test(
  'fault-unknown-code: a custom status that is none keeps its name, and no colour',
  { tags: 'all' },
  async () => {
    const { edge } = await startAtEdges()
    await edge('Custom status in colour')
    expect(words(fact(ownFacts(), 'Custom status'))).not.toBe('')
    expect(fact(ownFacts(), 'Custom status').querySelectorAll('[style]')).toHaveLength(0)
    await edge('Custom status a number')
    expect(words(fact(ownFacts(), 'Custom status'))).toBe('7')
  },
)

test('a deal is shown whole, its JSON as what it says', async () => {
  const { app, show } = await startAs('marketer')
  // Oldest first: more have deals.
  const call = await findContact(
    app.api,
    SAMPLE_STORIES.ripeningDeals.object,
    ({ customer_status: deal }) => deal?.price && deal.company !== '{}' && JSON.parse(deal.tags).length > 0,
    'period=all&order_way=ASC',
  )
  const deal = call.customer_status!
  await show(call)
  const pane = words(region('CRM deal'))
  expect(pane).toContain(deal.price!.toLocaleString('en'))
  for (const text of [deal.status, deal.name, deal.responsible_user, deal.source])
    expect(pane).toContain(text)
  const company = JSON.parse(deal.company) as { id: number; name: string }
  expect(words(fact('CRM deal', 'Company'))).toContain(company.name)
  expect(words(fact('CRM deal', 'Company'))).toContain(`id ${company.id}`)
  expect(within(fact('CRM deal', 'Tags')).getAllByRole('listitem').map(words)).toEqual(JSON.parse(deal.tags))
  expect(words(fact('CRM deal', 'Customer ID'))).toContain(String(deal.customer_id))
})

test('a deal whose JSON is none, or of another shape, is shown as it came', { tags: 'all' }, async () => {
  const { edge } = await startAtEdges()
  await edge('Deal with bad JSON')
  expect(words(fact('CRM deal', 'Company'))).toBe('{"name":')
  expect(words(fact('CRM deal', 'Tags'))).toBe('<b>')
  await edge('Deal with other JSON')
  expect(words(fact('CRM deal', 'Company'))).toBe('ООО')
  expect(words(fact('CRM deal', 'Tags'))).toMatch(/a\s*1/)
  await edge('Unknown status')
  expect(words(region('CRM deal'))).toContain('No deal in CRM is linked to this contact.')
})

test.each([
  ['site chat', 9, (call: ListedCall) => call.messages!.split('\n')],
  [
    'messenger chat',
    15,
    (call: ListedCall) => {
      const { conversation } = JSON.parse(call.custom_data!) as { conversation: string }
      return Object.values(JSON.parse(conversation) as Record<string, string>)
    },
  ],
] as const)('a %s is a conversation by speaker, with its visitor', async (_, status, messagesIn) => {
  const { app, show, copied } = await startAs('marketer')
  const call = await findContact(app.api, OBJECT, (one) => one.status === status)
  const messages = messagesIn(call)
  await show(call)
  const items = () => within(region('Conversation')).getAllByRole('listitem')
  await eventually(() => expect(items()).toHaveLength(messages.length))
  for (const [index, message] of messages.entries())
    expect(words(items()[index])).toContain(squeezed(message.slice(message.indexOf(': ') + 2)))
  expect(await copied('Copy conversation')).toBe(messages.join('\n'))
  const { visitor } = JSON.parse(call.custom_data!) as { visitor: Record<string, string> }
  expect(words(fact('Visitor', 'Name'))).toBe(visitor['name'])
  expect(words(fact('Visitor', 'City'))).toBe(visitor['city'])
})

test('a conversation of any shape is text', { tags: 'all' }, async () => {
  const { edge } = await startAtEdges()
  await edge('HTML in a conversation')
  expect(words(region('Conversation'))).toContain(HTML)
  await edge('Chat without speakers')
  expect(words(region('Conversation'))).toContain('no colon here')
  await edge('Conversation as a list')
  expect(words(region('Conversation'))).toContain('Hello')
})

test('fault-huge-text: long texts are cut, and opened', { tags: 'all' }, async () => {
  const { edge, user } = await startAtEdges()
  await edge('Long chat')
  expect(within(region('Conversation')).getAllByRole('button', { name: 'Show all' })).toHaveLength(2)
  await edge('Long mail')
  expect(region('Email').textContent.length).toBeLessThan(9_000)
  await user.click(within(region('Email')).getByRole('button', { name: 'Show all' }))
  expect(region('Email').textContent.length).toBeGreaterThan(9_000)
})

test('SMS, e-mail, widget and survey have their texts', async () => {
  const { app, show, copied } = await startAs('marketer')
  const contacts = await contactsOf(app.api, OBJECT)
  for (const [status, pane, field] of [
    [11, 'SMS', 'sms_message'],
    [16, 'Email', 'email_text'],
    [10, 'Widget', 'widget_text'],
    [13, 'Widget', 'widget_text'],
    [14, 'Widget', 'widget_text'],
  ] as const) {
    const call = contacts.find((one) => one.status === status && one[field])
    expect(call, `a contact of status ${status}`).toBeDefined()
    await show(call!)
    await eventually(() => expect(words(region(pane))).toContain(squeezed(call![field]!.split('\n')[0]!)))
    expect(await copied(`Copy ${pane}`)).toBe(call![field])
    if (status === 14)
      expect(words(fact('Form', 'Email'))).toBe((JSON.parse(call!.custom_data!) as { email: string }).email)
  }
})
const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

test('forms and long texts of any shape', { tags: 'all' }, async () => {
  const { edge } = await startAtEdges()
  await edge('JSON of another shape')
  expect(within(fact('Form', 'As received')).getAllByRole('listitem').map(words)).toEqual([
    '1',
    'two',
    expect.stringMatching(/–/),
  ])
  await edge('Bad JSON')
  expect(words(fact('Form', 'As received'))).toBe('{"name": "Иван", "email":')
})

test(
  'a text that only the journal has loads, fails with a way back, and may not be there',
  { tags: 'all' },
  async () => {
    const { app, api, user } = await startAs('marketer')
    const chat = await findContact(app.api, OBJECT, (call) => call.status === 9 && call.phone_number_from)
    api.fault('calls-500')
    app.open(`/objects/${chat.obj_oid}/calls/${String(chat.id)}`)
    await screen.findByRole('region', { name: 'CRM deal' })
    const again = await eventually(() =>
      within(region('Conversation')).getByRole('button', { name: 'Retry' }),
    )
    await eventually(() => within(region('This caller')).getByRole('button', { name: 'Retry' }))
    region('Attribution')
    api.fault()
    await user.click(again)
    await eventually(() => within(region('Conversation')).getAllByRole('listitem'))
    expect(document.activeElement).not.toBe(document.body)

    api.fault('calls-slow')
    app.open(`/objects/${chat.obj_oid}/calls/${String(chat.id)}`)
    const talk = await screen.findByRole('region', { name: 'Conversation' })
    await within(talk).findByText('Loading')
    api.fault()

    await api.write('DELETE', '/api/session')
    await api.signIn('edge_cases')
    const { objs } = await api.get<{ objs: Obj[] }>('/api/v2/objs/')
    const { oid } = objs.find(({ alias }) => alias === SAMPLE_STORIES.edgeCases.object)!
    const { id } = EDGE_CASES.find(({ name }) => name.startsWith('Date 9999-12-31'))!
    app.open(`/objects/${oid}/calls/${id}`)
    await loaded()
    await eventually(() =>
      expect(words(region('SMS'))).toContain(
        'The service gives this text only in the journal; it was not found there',
      ),
    )
  },
)

test(
  'managers that have not loaded are asked for again; the focus stays beside them',
  { tags: 'all' },
  async () => {
    const { app, api, user } = await startAs('marketer')
    const call = await findContact(app.api, OBJECT, ({ managers }) => managers)
    api.fault('calls-500')
    app.open(`/objects/${call.obj_oid}/calls/${String(call.id)}`)
    const own = await screen.findByRole('region', { name: /^(?:Call|Contact)$/ })
    const again = await eventually(() => within(own).getByRole('button', { name: 'Retry' }))
    api.fault()
    await user.click(again)
    await eventually(() => expect(words(own)).toContain(call.managers))
    await eventually(() => expect(document.activeElement).toBe(own))
  },
)

test('comments are text, whatever is in them', async () => {
  const { app, show } = await startAs('marketer')
  const call = await findContact(app.api, OBJECT, ({ comments }) => comments.length > 0)
  await show(call)
  const items = within(region('Comments')).getAllByRole('listitem')
  expect(items).toHaveLength(call.comments.length)
  expect(words(items[0])).toContain(squeezed(call.comments[0]!.comment))
  expect(words(items[0])).toContain(call.comments[0]!.name)
})

test('an address in a comment that leads nowhere safe is no link', { tags: 'all' }, async () => {
  const { edge } = await startAtEdges()
  for (const name of [
    'Address javascript:',
    'Address https://bank',
    'Address data:',
    'Address blob:',
    'HTML in every text',
  ]) {
    await edge(name)
    expect(within(region('Comments')).queryAllByRole('link'), name).toEqual([])
  }
})

test('a caller by a name is somebody too, and cannot be dialled', async () => {
  const { edge } = await startAtEdges()
  await edge('Letters as caller')
  expect(words(screen.getByRole('heading', { level: 1 }))).toBe('call-me-now')
  expect(within(screen.getByRole('heading', { level: 1 })).queryByRole('link')).toBeNull()
  await eventually(() => expect(words(region('This caller'))).toContain('1 contact in 90 days'))
})

test('a contact that does not exist says so', async () => {
  const { app } = await startAs('marketer')
  const { obj_oid: oid } = await findContact(app.api, OBJECT, () => true)
  app.open(`/objects/${oid}/calls/1`)
  await screen.findByText('This contact no longer exists')
})

test.each([
  ['a call', 2, ['Звонок', 'Запись разговора']],
  ['a chat', 9, ['Обращение']],
] as const)('in Russian %s has its regions', { tags: 'all' }, async (_, status, own) => {
  const app = await renderApp('/objects', { account: 'marketer', locale: 'ru' })
  const call = await findContact(
    app.api,
    OBJECT,
    (one) => one.status === status && one.utm && one.phone_number_from,
  )
  app.open(`/objects/${call.obj_oid}/calls/${String(call.id)}`)
  for (const name of [...own, 'Атрибуция', 'Сделка в CRM', 'Этот номер'])
    await screen.findByRole('region', { name })
  expect(pageFaults()).toEqual([])
})
