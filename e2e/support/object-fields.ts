import { expect, type Locator, type Page } from '@playwright/test'
import type { Obj } from '#/contract/object.ts'

/** The object's page as its fields are looked for: what is documented has its place here, and the compiler lists it. */
export class ObjectScreen {
  readonly page: Page
  readonly head: Locator
  constructor(page: Page) {
    this.page = page
    this.head = page.locator('main header').first()
  }
  region(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true })
  }
  fact(region: string, label: string, part = 0): Locator {
    return this.region(region)
      .locator('dl > dt')
      .filter({ hasText: new RegExp(`^${label}$`) })
      .nth(part)
      .locator('xpath=following-sibling::dd[1]')
  }
  /** What stands at a label of a region. `text` is what is seen or, where nothing is, what is read out. */
  async says(region: string, label: string, text: string) {
    await expect(this.fact(region, label), `${region}: ${label}`).toContainText(text)
  }
}

type Check = (at: ObjectScreen, object: Obj) => Promise<void>
type Nested<T> = { readonly [K in keyof T]: (at: ObjectScreen, value: T, index: number) => Promise<void> }

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 })
const yesNo = (value: boolean) => (value ? 'Yes' : 'No')
const day = (iso: string) =>
  new Date(`${iso}T00:00:00Z`).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
const phone = (written: string) => written.replace(/^7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 $1 $2-$3-$4')
const fact =
  (label: string, text: (object: Obj) => string): Check =>
  (at, object) =>
    at.says('Facts', label, text(object))

const all = async <T extends object>(checks: Nested<T>, at: ObjectScreen, value: T, index = 0) => {
  for (const check of Object.values(checks) as Nested<T>[keyof T][]) await check(at, value, index)
}

const COUNTRY: Nested<Obj['country']> = {
  id: (at, { id }) => at.says('Facts', 'Country', `ID ${id}`),
  name: (at, { name }) => at.says('Facts', 'Country', name),
  translated_name: (at, { translated_name }) => at.says('Facts', 'Country', translated_name),
}
const CITY: Nested<Obj['city']> = {
  id: (at, { id }) => at.says('Facts', 'City', `ID ${id}`),
  name: (at, { name }) => at.says('Facts', 'City', name),
  name_int: (at, { name_int }) => at.says('Facts', 'City', name_int),
  translated_name: (at, { translated_name }) => at.says('Facts', 'City', translated_name),
}
const TARIFF: Nested<NonNullable<Obj['tariff']>> = {
  id: (at, { id }) => at.says('Plan', 'Tariff', `ID ${id}`),
  name: (at, { name }) => at.says('Plan', 'Tariff', name),
  sessions: (at, { sessions }) =>
    at.says('Plan', 'Sessions', sessions === null ? 'Unlimited' : number(sessions)),
  numbers: (at, { numbers }) => at.says('Plan', 'Numbers', number(numbers)),
  multiregion: (at, { multiregion }) => at.says('Plan', 'Several regions', yesNo(multiregion)),
  price: (at, { price }) => at.says('Plan', 'Price', number(price)),
}

const cells = (at: ObjectScreen, table: string, index: number) =>
  at.page
    .getByRole('table', { name: table, exact: true })
    .getByRole('row')
    .nth(index + 1)

const STATUS: Nested<Obj['custom_statuses'][number]> = {
  id: (at, { id }, index) => expect(cells(at, 'Custom statuses', index)).toContainText(String(id)),
  name: (at, { name }, index) => expect(cells(at, 'Custom statuses', index)).toContainText(name),
  color: (at, { color }, index) =>
    expect(cells(at, 'Custom statuses', index)).toContainText(color ?? 'No colour is set'),
}

const line = (at: ObjectScreen, index: number, column: number) =>
  cells(at, 'Forwarding numbers', index).getByRole('cell').nth(column)
const NUMBER: Nested<Obj['client_phone_numbers'][number]> = {
  obj_id: (at, { obj_id }) =>
    expect(at.region('Forwarding numbers')).toContainText(`Object number in the service: ${obj_id}`),
  number: (at, one, index) => expect(line(at, index, 1)).toContainText(phone(one.number)),
  phone_number: (at, one, index) => expect(line(at, index, 1)).toContainText(phone(one.phone_number)),
  sip: (at, { sip }, index) => expect(line(at, index, 1)).toContainText(sip),
  priority: (at, { priority }, index) => expect(line(at, index, 0)).toHaveText(String(priority)),
  redirect_timeout: (at, one, index) => expect(line(at, index, 2)).toHaveText(`${one.redirect_timeout} s`),
  call_with_main: (at, one, index) =>
    expect(line(at, index, 3)).toHaveText(yesNo(one.call_with_main), { useInnerText: true }),
  answerphone: (at, { answerphone }, index) =>
    expect(line(at, index, 4)).toHaveText(yesNo(answerphone), { useInnerText: true }),
  record_url: async (at, { record_url: url }, index) => {
    if (url === null) await expect(line(at, index, 5)).toContainText('No greeting is set')
    else await expect(line(at, index, 5).getByRole('link')).toHaveAttribute('href', url)
  },
}

/** Where each documented field of an object stands on its page, and as what. */
export const OBJECT_FIELDS = {
  oid: fact('Object ID', ({ oid }) => oid),
  alias: fact('Alias', ({ alias }) => alias),
  title: (at, { title }) => expect(at.page.getByRole('heading', { level: 1 })).toHaveText(title),
  site_url: async (at, { site_url: url }) => {
    if (url === '') await expect(at.head).toContainText('No site')
    else await expect(at.head.getByRole('link').first()).toHaveAttribute('href', new URL(url).href)
  },
  phone_number: fact('Number', ({ phone_number }) => phone(phone_number)),
  expiration_date: async (at, { expiration_date: written }) => {
    if (written === null) return at.says('Facts', 'Paid until', 'The service gave no date')
    const [date = ''] = written.split(' ')
    await at.says('Facts', 'Paid until', day(date.split('.').toReversed().join('-')))
    await expect(at.fact('Facts', 'Paid until').locator('time')).toHaveAttribute('title', written)
  },
  sip_uri: fact('SIP address', ({ sip_uri }) => sip_uri ?? 'No SIP address'),
  use_sip: fact('SIP', ({ use_sip }) => (use_sip ? 'Used' : 'Not used')),
  sessions_reset_date: async (at, { sessions_reset_date: written }) => {
    if (written === null) return at.says('Facts', 'Sessions reset', 'The service gave no date')
    await at.says('Facts', 'Sessions reset', day(written.slice(0, 10)))
    await expect(at.fact('Facts', 'Sessions reset').locator('time')).toHaveAttribute('title', written)
  },
  sessions_used: fact('Sessions used', ({ sessions_used: used }) =>
    used === null ? 'The service gave no count' : number(used),
  ),
  sessions: async (at, { sessions_used, sessions }) => {
    if (sessions_used !== null) await at.says('Facts', 'Sessions used', `of ${number(sessions)}`)
  },
  numbers: fact('Numbers', ({ numbers }) => number(numbers)),
  is_tracking: (at, { is_tracking }) =>
    expect(at.head).toContainText(is_tracking ? 'Tracking on' : 'Tracking off'),
  status: fact('Status', ({ status }) => status.replace(/^./, (first) => first.toUpperCase())),
  is_upgradable: fact('Upgradable', ({ is_upgradable }) => yesNo(is_upgradable)),
  calls_count: fact('Calls', ({ calls_count }) => number(calls_count)),
  country: (at, { country }) => all(COUNTRY, at, country),
  current_city_only: fact('This city only', ({ current_city_only }) => yesNo(current_city_only)),
  needs_renewing: fact('Needs renewing', ({ needs_renewing }) => yesNo(needs_renewing)),
  needs_increasing: fact('Needs increasing', ({ needs_increasing }) => yesNo(needs_increasing)),
  city: (at, { city }) => all(CITY, at, city),
  custom_statuses: async (at, { custom_statuses: statuses }) => {
    if (statuses.length === 0)
      await expect(at.region('Custom statuses')).toContainText('no statuses of its own')
    for (const [index, status] of statuses.entries()) await all(STATUS, at, status, index)
  },
  tariff: async (at, { tariff }) => {
    if (tariff === null) await expect(at.region('Plan')).toContainText('The object has no tariff.')
    else await all(TARIFF, at, tariff)
  },
  tariff_items: async (at, { tariff, tariff_items: items }) => {
    if (items !== null)
      await expect(at.region('Plan').locator('pre')).toHaveText(JSON.stringify(items, null, 2))
    else if (tariff !== null) await expect(at.region('Plan')).toContainText('no items of its own')
  },
  js_code: async (at, { js_code }) =>
    expect(await at.region('Tracking script').locator('pre').textContent()).toBe(js_code),
  script_config: async (at, { script_config: options }) => {
    const boxes = at.region('Tracking script').getByRole('checkbox', { checked: true })
    await expect(boxes).toHaveCount(options.length)
    for (const option of options)
      await expect(
        at.region('Tracking script').getByRole('checkbox', { name: new RegExp(`${option}$`) }),
      ).toBeChecked()
  },
  script_config_possible_values: async (at, { script_config_possible_values: values }) => {
    const names = Object.keys(values as object)
    await expect(at.region('Tracking script').getByRole('checkbox')).toHaveCount(names.length)
    for (const name of names)
      await expect(
        at.region('Tracking script').getByRole('checkbox', { name: new RegExp(`${name}$`) }),
      ).toBeVisible()
  },
  blocked_ip_list_enabled: (at, { blocked_ip_list_enabled: isUsed }) =>
    expect(at.region('Blocked addresses')).toContainText(
      isUsed ? 'The list is used' : 'The list is not used',
    ),
  blocked_ip_addresses: async (at, { blocked_ip_addresses: addresses }) => {
    const region = at.region('Blocked addresses')
    if (Object.keys(addresses as object).length === 0)
      await expect(region).toContainText('No address is blocked.')
    else await expect(region.locator('pre')).toHaveText(JSON.stringify(addresses, null, 2))
  },
  forward_caller_id: fact('Caller ID passed on', ({ forward_caller_id }) => yesNo(forward_caller_id)),
  email_notification_enabled: (at, { email_notification_enabled: isOn }) =>
    at.says('Notifications', 'Emails on', yesNo(isOn)),
  email_notification: async (at, { email_notification: { obj_email_notify_config: config } }) => {
    for (const text of [config.recipients, config.monitor_recipients ?? '', config.subject_template])
      for (const part of text.split('\n')) await expect(at.region('Notifications')).toContainText(part)
    await expect(at.region('Notifications')).toContainText(config.message_template.split('\n')[0]!)
  },
  client_phone_numbers: async (at, { client_phone_numbers: numbers }) => {
    const ordered = numbers.toSorted((a, b) => a.priority - b.priority)
    for (const [index, one] of ordered.entries()) await all(NUMBER, at, one, index)
  },
} as const satisfies Record<keyof Obj, Check>
