// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { obj, type Obj } from '#/contract/object.ts'
import { button, fact, region, words } from '#/test/page.ts'
import { pageFaults } from '#/test/page-faults.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

type Check = (object: Obj) => void
type Nested<T> = { readonly [K in keyof T]: (value: T, index: number) => void }

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 })
const yesNo = (value: boolean) => (value ? 'Yes' : 'No')
const day = (iso: string) =>
  new Date(`${iso}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const phone = (written: string) => written.replace(/^7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 $1 $2-$3-$4')

const says = (inside: string, label: string, text: string) =>
  expect(words(fact(inside, label)), `${inside}: ${label}`).toContain(text)
const has = (inside: string, text: string) => expect(words(region(inside))).toContain(text)
const inFacts =
  (label: string, text: (object: Obj) => string): Check =>
  (object) =>
    says('Facts', label, text(object))
const all = <T extends object>(checks: Nested<T>, value: T, index = 0) => {
  for (const check of Object.values<Nested<T>[keyof T]>(checks)) check(value, index)
}

const COUNTRY: Nested<Obj['country']> = {
  id: ({ id }) => says('Facts', 'Country', `ID ${id}`),
  name: ({ name }) => says('Facts', 'Country', name),
  translated_name: ({ translated_name }) => says('Facts', 'Country', translated_name),
}
const CITY: Nested<Obj['city']> = {
  id: ({ id }) => says('Facts', 'City in the service', `ID ${id}`),
  name: ({ name }) => says('Facts', 'City in the service', name),
  name_int: ({ name_int }) => says('Facts', 'City in the service', name_int),
  translated_name: ({ translated_name }) => {
    says('Facts', 'City', translated_name)
    says('Facts', 'City in the service', translated_name)
  },
}
const line = (label: string) => {
  const lines = within(screen.getByRole('table', { name: 'Plan' })).getAllByRole('row')
  return words(lines.find((one) => words(one.querySelector('th')) === label)?.querySelector('td'))
}
const TARIFF: Nested<NonNullable<Obj['tariff']>> = {
  id: ({ id }) => expect(line('Tariff')).toContain(`ID ${id}`),
  name: ({ name }) => {
    expect(line('Tariff')).toContain(name)
    has('Plan', name)
  },
  sessions: ({ sessions }) => {
    expect(line('Sessions')).toBe(sessions === null ? 'Unlimited' : number(sessions))
    has('Plan', sessions === null ? 'sessions without a limit' : `${number(sessions)} sessions`)
  },
  numbers: ({ numbers }) => {
    expect(line('Numbers')).toBe(number(numbers))
    has('Plan', `${number(numbers)} number`)
  },
  multiregion: ({ multiregion }) => expect(line('Several regions')).toBe(yesNo(multiregion)),
  price: ({ price }) => {
    expect(line('Price')).toBe(number(price))
    has('Plan', `You pay ${number(price)} for `)
  },
}

const row = (table: string, index: number) =>
  within(screen.getByRole('table', { name: table })).getAllByRole('row')[index + 1]!
const status = (index: number) =>
  within(screen.getByRole('list', { name: 'Custom statuses' })).getAllByRole('listitem')[index]!
const STATUS: Nested<Obj['custom_statuses'][number]> = {
  // Statuses are named, not numbered.
  id: ({ id }, index) => expect(words(status(index))).not.toContain(String(id)),
  name: ({ name }, index) => expect(words(status(index))).toContain(name),
  color: ({ color }, index) =>
    expect(status(index).querySelector('[title]')?.getAttribute('title')).toBe(color ?? 'No colour is set'),
}

const cell = (index: number, column: number) =>
  within(row('Forwarding numbers', index)).getAllByRole('cell')[column]!
const saysYesNo = (index: number, column: number, value: boolean) =>
  expect(words(cell(index, column))).toMatch(new RegExp(`(^| )${yesNo(value)}$`))
const NUMBER: Nested<Obj['client_phone_numbers'][number]> = {
  obj_id: ({ obj_id }) => says('Facts', 'Number in the service', String(obj_id)),
  number: (one, index) => expect(words(cell(index, 1))).toContain(phone(one.number)),
  phone_number: (one, index) => expect(words(cell(index, 1))).toContain(phone(one.phone_number)),
  sip: ({ sip }, index) => expect(words(cell(index, 1))).toContain(sip),
  priority: ({ priority }, index) => expect(words(cell(index, 0))).toBe(String(priority)),
  redirect_timeout: (one, index) => expect(words(cell(index, 2))).toBe(`${one.redirect_timeout} s`),
  call_with_main: (one, index) => saysYesNo(index, 3, one.call_with_main),
  answerphone: ({ answerphone }, index) => saysYesNo(index, 4, answerphone),
  record_url: ({ record_url: url }, index) => {
    if (url === null) expect(words(cell(index, 5))).toContain('No greeting is set')
    else expect(within(cell(index, 5)).getByRole('link').getAttribute('href')).toBe(url)
  },
}

const head = () => document.querySelector<HTMLElement>('main header')!
const script = () => within(region('Tracking script'))
const pre = (inside: string) => region(inside).querySelector('pre')?.textContent

/** Where each documented field is shown; exhaustive by type. */
const OBJECT_FIELDS = {
  oid: inFacts('Object ID', ({ oid }) => oid),
  alias: inFacts('Alias', ({ alias }) => alias),
  title: ({ title }) => expect(words(screen.getByRole('heading', { level: 1 }))).toBe(title),
  site_url: ({ site_url: url }) => {
    if (url === '') expect(words(head())).toContain('No site')
    else expect(within(head()).getAllByRole('link')[0]?.getAttribute('href')).toBe(new URL(url).href)
  },
  phone_number: inFacts('Number', ({ phone_number }) => phone(phone_number)),
  expiration_date: ({ expiration_date: written }) => {
    if (written === null) says('Facts', 'Paid until', 'The service gave no date')
    else expect(fact('Facts', 'Paid until').querySelector('time')?.title).toBe(written)
  },
  sip_uri: inFacts('SIP address', ({ sip_uri }) => sip_uri ?? 'No SIP address'),
  use_sip: inFacts('SIP', ({ use_sip }) => (use_sip ? 'Used' : 'Not used')),
  sessions_reset_date: ({ sessions_reset_date: written }) => {
    if (written === null) return says('Facts', 'Sessions used', 'reset date not given')
    const isPast = written.slice(0, 10) < new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
    says('Facts', 'Sessions used', `${isPast ? 'last' : 'next'} reset ${day(written.slice(0, 10))}`)
    expect(fact('Facts', 'Sessions used').querySelector('time')?.title).toBe(written)
  },
  sessions_used: inFacts('Sessions used', ({ sessions_used: used }) =>
    used === null ? 'The service gave no count' : number(used),
  ),
  sessions: ({ sessions_used, sessions }) => {
    if (sessions_used !== null) says('Facts', 'Sessions used', `of ${number(sessions)}`)
  },
  numbers: inFacts('Numbers', ({ numbers }) => number(numbers)),
  is_tracking: ({ is_tracking }) =>
    expect(words(head())).toContain(is_tracking ? 'Tracking on' : 'Tracking off'),
  status: inFacts('Status', ({ status }) => status.replace(/^./, (first) => first.toUpperCase())),
  is_upgradable: inFacts('Upgradable', ({ is_upgradable }) => yesNo(is_upgradable)),
  calls_count: inFacts('Calls', ({ calls_count }) => number(calls_count)),
  country: ({ country }) => all(COUNTRY, country),
  current_city_only: inFacts('This city only', ({ current_city_only }) => yesNo(current_city_only)),
  needs_renewing: inFacts('Needs renewing', ({ needs_renewing }) => yesNo(needs_renewing)),
  needs_increasing: inFacts('Needs more sessions', ({ needs_increasing }) => yesNo(needs_increasing)),
  city: ({ city }) => all(CITY, city),
  custom_statuses: ({ custom_statuses: statuses }) => {
    if (statuses.length === 0) has('Custom statuses', 'no statuses of its own')
    for (const [index, status] of statuses.entries()) all(STATUS, status, index)
  },
  tariff: ({ tariff }) => {
    if (tariff === null) has('Plan', 'The object has no tariff.')
    else all(TARIFF, tariff)
  },
  tariff_items: ({ tariff_items: items }) => {
    const beside = 'Add-ons'
    if (items === null) expect(words(region('Plan'))).not.toContain(beside)
    else
      for (const item of items as Record<string, unknown>[])
        for (const value of Object.values(item))
          has('Plan', value === 'extra_numbers' ? 'Extra numbers' : String(value))
  },
  js_code: ({ js_code }) => expect(pre('Tracking script')).toBe(js_code),
  script_config: ({ script_config: options }) => {
    expect(script().queryAllByRole('checkbox', { checked: true })).toHaveLength(options.length)
    for (const option of options)
      script().getByRole('checkbox', { checked: true, name: new RegExp(`${option}$`) })
  },
  script_config_possible_values: ({ script_config_possible_values: values }) => {
    const names = Object.keys(values!)
    expect(script().getAllByRole('checkbox')).toHaveLength(names.length)
    for (const name of names) script().getByRole('checkbox', { name: new RegExp(`${name}$`) })
  },
  blocked_ip_list_enabled: ({ blocked_ip_list_enabled: isUsed }) =>
    has('Blocked addresses', isUsed ? 'The list is used' : 'The list is not used'),
  blocked_ip_addresses: ({ blocked_ip_addresses: addresses }) => {
    if (Object.keys(addresses!).length === 0) has('Blocked addresses', 'No address is blocked.')
    else for (const address of Object.values(addresses!)) has('Blocked addresses', String(address))
  },
  forward_caller_id: inFacts('Caller ID passed on', ({ forward_caller_id }) => yesNo(forward_caller_id)),
  email_notification_enabled: ({ email_notification_enabled: isOn }) =>
    says('Notifications', 'Emails on', yesNo(isOn)),
  email_notification: ({ email_notification: { obj_email_notify_config: config } }) => {
    for (const text of [config.recipients, config.monitor_recipients ?? '', config.subject_template])
      for (const part of text.split('\n')) has('Notifications', part)
    has('Notifications', config.message_template.split('\n')[0]!)
  },
  client_phone_numbers: ({ client_phone_numbers: numbers }) => {
    const ordered = numbers.toSorted((a, b) => a.priority - b.priority)
    for (const [index, one] of ordered.entries()) all(NUMBER, one, index)
  },
} as const satisfies Record<keyof Obj, Check>

const FIELDS = Object.keys(obj.shape) as (keyof Obj)[]

/** Each object's page with its API object. */
const pagesOf = async (
  account: 'marketer' | 'client',
  choose: (all: readonly Obj[]) => Iterable<Obj>,
  look: (object: Obj) => void,
) => {
  const app = await renderApp('/objects', { account })
  const { objs } = await app.api.get<{ objs: Obj[] }>('/api/v2/objs/')
  for (const { oid } of choose(objs)) {
    const { obj: answered } = await app.api.get<{ obj: Obj }>(`/api/v2/objs/${oid}`)
    app.open(`/objects/${oid}`)
    await screen.findByRole('region', { name: 'Facts' })
    // No skeletons, and the plan is settled.
    await eventually(() => expect(document.querySelector('main .animate-appear')).toBeNull())
    await app.user.click(button(/^All \d+ values$/))
    for (const name of ['Compare line by line', 'Line by line', 'Templates and settings']) {
      const more = screen.queryByRole('button', { name })
      if (more) await app.user.click(more)
    }
    look(answered)
    expect(pageFaults()).toEqual([])
  }
}

test('every documented field of an object stands in its region', async () => {
  const kinds: ((object: Obj) => unknown)[] = [
    ({ use_sip: isUsed, tariff_items: items }) => isUsed || items !== null,
    ({ client_phone_numbers: numbers }) => numbers.length === 3,
    ({ custom_statuses: statuses, tariff }) => statuses.length === 0 || tariff?.sessions === null,
    ({ needs_renewing, needs_increasing }) => needs_renewing || needs_increasing,
  ]
  const titles = new Set<string>()
  await pagesOf(
    'marketer',
    (objects) => new Set(kinds.flatMap((kind) => objects.find(kind) ?? [])),
    (object) => {
      titles.add(object.title)
      for (const field of FIELDS) OBJECT_FIELDS[field](object)
    },
  )
  expect(titles.size).toBeGreaterThan(1)
})

test('a client without a site is a number, and its page says so', async () => {
  const titles: string[] = []
  await pagesOf(
    'client',
    (objects) => objects.filter(({ site_url: url }) => url === '').slice(0, 1),
    (object) => {
      titles.push(object.title)
      for (const field of ['site_url', 'tariff', 'expiration_date', 'sessions_used', 'is_tracking'] as const)
        OBJECT_FIELDS[field](object)
    },
  )
  expect(titles).toHaveLength(1)
})
