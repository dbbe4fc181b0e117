import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALL_STATUS, CALL_TYPE, MISSED_STATUSES } from '#/contract/codes.ts'
import * as z from 'zod'
import { customerStatus } from '#/contract/customer-status.ts'
import { openReferenceDatabase } from '#/server/reference/api.ts'
import { callerDigits } from '#/server/reference/caller-digits.ts'
import { makeSampleData } from '#/server/reference/sample-data.ts'
import type { ReferenceDatabase } from '#/server/reference/schema.ts'
import { SERVICES } from '#/server/reference/services.ts'
import { ACCOUNTS } from './catalogue.ts'
import { EDGE_CASES_ALIAS, HOSTILE_TITLE_ALIAS } from './edge-cases/objects.ts'
import { DAY_MS } from '#/contract/day.ts'

const NOW = Date.parse('2026-11-20T14:06:00+03:00')
const CONTACTS = 20_000
const MISSED = [...MISSED_STATUSES].map((name) => CALL_STATUS[name])

const read = async (database: ReferenceDatabase) => ({
  objects: await database.selectFrom('objects').selectAll().orderBy('id').execute(),
  contacts: await database.selectFrom('contacts').selectAll().orderBy('occurred_at').orderBy('id').execute(),
  comments: await database.selectFrom('comments').selectAll().orderBy('id').execute(),
})

let database: ReferenceDatabase
let data: Awaited<ReturnType<typeof read>>
/** Without edge cases. */
let contacts: (typeof data)['contacts']
beforeAll(async () => {
  database = await openReferenceDatabase(':memory:')
  await makeSampleData(database, { contacts: CONTACTS, seed: 1, now: NOW })
  data = await read(database)
  const edges = data.objects.filter(
    ({ alias }) => alias === EDGE_CASES_ALIAS || alias === HOSTILE_TITLE_ALIAS,
  )
  contacts = data.contacts.filter((contact) => edges.every(({ id }) => id !== contact.object_id))
})
afterAll(() => database.destroy())

const specs = ACCOUNTS.flatMap(({ objects }) => objects)
const numbersOf = (values: Iterable<number>) => [...new Set(values)].toSorted((a, b) => a - b)

describe('contacts', () => {
  test('fill 14 months up to now and number in order of time', () => {
    expect(data.contacts).toHaveLength(CONTACTS)
    const ids = contacts.map((contact) => contact.id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(data.contacts.at(-1)?.occurred_at).toBeLessThanOrEqual(NOW)
    expect(data.contacts[0]?.day).toBe('2025-09-20')
    expect(data.contacts.at(-1)?.day).toBe('2026-11-20')
    const days = new Set(data.contacts.map((contact) => contact.day))
    expect(days.size).toBe((Date.parse('2026-11-20') - Date.parse('2025-09-20')) / DAY_MS + 1)
    for (const comment of data.comments) expect(Date.parse(comment.created_at)).toBeLessThanOrEqual(NOW)
  })

  test('carry the wall clock of their place', () => {
    const zones = { Berlin: 'Europe/Berlin', Урал: 'Asia/Yekaterinburg', Окна: 'Europe/Moscow' }
    for (const [name, timeZone] of Object.entries(zones)) {
      const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
      const own = data.objects.find((object) => object.title.endsWith(name))
      for (const contact of contacts.filter(({ object_id }) => object_id === own?.id)) {
        const wallClock = new Date(contact.occurred_at + contact.utc_offset * 60_000).toISOString()
        expect(wallClock.slice(0, 19).replace('T', ' ')).toBe(local.format(contact.occurred_at))
        expect(contact.day).toBe(wallClock.slice(0, 10))
      }
    }
    expect(numbersOf(contacts.map((contact) => contact.utc_offset))).toEqual([60, 120, 180, 300, 600])
  })

  test('have every status, every service, and the names the services have', () => {
    expect(numbersOf(contacts.map((contact) => contact.status))).toEqual(Object.values(CALL_STATUS))
    expect(numbersOf(contacts.map((contact) => contact.service_id))).toEqual(SERVICES.map(({ id }) => id))
    const names = new Map<number, string>(SERVICES.map((service) => [service.id, service.service_name]))
    expect(contacts.filter((contact) => contact.service_name !== names.get(contact.service_id))).toEqual([])
  })

  test('show every documented null, and a value beside it', () => {
    const nullable = [
      'src', 'source_title', 'source_url', 'referrer', 'request_uri', 'search_request', 'utm', 'custom_data',
      'custom_status_id', 'customer_status', 'region', 'dialstatus', 'duration', 'target', 'messages', 'sms_message',
      'email_text', 'widget_text', 'managers',
    ] as const // prettier-ignore
    for (const column of nullable) {
      const filled = contacts.filter((contact) => contact[column] !== null).length
      expect(filled, column).toBeGreaterThan(0)
      expect(filled, column).toBeLessThan(contacts.length)
    }
    expect(new Set(contacts.map((contact) => contact.has_recording)).size).toBe(2)
  })

  test('are repeated exactly when the same digits have contacted the object before', () => {
    const seen = new Set<string>()
    for (const contact of data.contacts) {
      const caller = `${contact.object_id} ${contact.caller_digits}`
      const isKnown = contact.caller_digits !== '' && seen.has(caller)
      expect(contact.call_type, `contact ${contact.id}`).toBe(isKnown ? CALL_TYPE.REPEATED : CALL_TYPE.COMMON)
      seen.add(caller)
    }
  })

  test('hold in their searched columns what the others hold', () => {
    const wrong = data.contacts.filter(
      (contact) =>
        contact.caller_digits !== callerDigits(contact.phone_number_from) ||
        contact.source_title_search !== (contact.source_title?.toLowerCase() ?? null) ||
        contact.request_uri_search !== (contact.request_uri?.toLowerCase() ?? null),
    )
    expect(wrong).toEqual([])
  })

  test('have a duration exactly when the call was answered', () => {
    const isMissed = (status: number) => MISSED.some((one) => one === status)
    const wrong = contacts.filter(
      ({ status, duration, has_recording }) =>
        (isMissed(status) && duration !== null) ||
        ((status === CALL_STATUS.answer || has_recording === 1) && !(duration !== null && duration > 0)),
    )
    expect(wrong).toEqual([])
  })

  test('are missed about one call in seven', () => {
    const calls = contacts.filter((contact) => contact.service_id === 1)
    const share =
      calls.filter((call) => MISSED.some((status) => status === call.status)).length / calls.length
    expect(share).toBeGreaterThan(0.08)
    expect(share).toBeLessThan(0.2)
  })

  test('come again within three days from about half of the callers who did not get through', () => {
    const igors = contacts.filter(({ account_id, caller_digits }) => account_id === 2 && caller_digits !== '')
    const ofCaller = Map.groupBy(igors, ({ object_id, caller_digits }) => `${object_id} ${caller_digits}`)
    const missed = igors.filter(({ status }) => MISSED.some((code) => code === status))
    const again = missed.filter(({ object_id, caller_digits, occurred_at: at }) =>
      ofCaller
        .get(`${object_id} ${caller_digits}`)!
        .some(({ occurred_at }) => occurred_at > at && occurred_at < at + 3 * DAY_MS),
    )
    expect(again.length / missed.length).toBeGreaterThan(0.4)
  })

  test('come to a busy object every working day', () => {
    const busy = data.objects.find(({ title }) => title === 'Домоград Окна')!
    const days = new Set(contacts.filter(({ object_id }) => object_id === busy.id).map(({ day }) => day))
    const months = Array.from({ length: 90 }, (_, ago) => new Date(NOW - ago * DAY_MS))
    const missing = months.filter((at) => at.getUTCDay() % 6 > 0 && !days.has(at.toISOString().slice(0, 10)))
    // Unity Day.
    expect(missing.map((at) => at.toISOString().slice(0, 10)).filter((day) => day !== '2026-11-04')).toEqual(
      [],
    )
  })

  test('hold JSON where the document has it', () => {
    for (const { custom_data, status } of contacts) {
      const parsed: unknown = custom_data === null ? null : JSON.parse(custom_data)
      if (status === CALL_STATUS.chat) {
        expect(parsed).toEqual({
          visitor: {
            name: expect.any(String),
            email: expect.any(String),
            country: expect.any(String),
            region: expect.any(String),
            city: expect.any(String),
          },
        })
      }
      if (status === CALL_STATUS.widget_form) {
        expect(parsed).toEqual({ name: expect.any(String), email: expect.any(String) })
      }
      if (status === CALL_STATUS.second_chat) {
        expect(parsed).toHaveProperty('conversation', expect.stringMatching(/^\{"\d+":"/))
      }
    }
  })

  test('have deals as the CRM answers them', () => {
    const deals = contacts
      .filter((contact) => contact.customer_status !== null)
      .map(({ customer_status }) => customerStatus.documented.parse(JSON.parse(customer_status ?? '')))
    expect(deals.length).toBeGreaterThan(500)
    for (const deal of deals) {
      expect(JSON.parse(deal.company)).toBeTypeOf('object')
      expect(Array.isArray(JSON.parse(deal.tags))).toBe(true)
      expect(Date.parse(deal.date_create)).toBeLessThanOrEqual(NOW)
      expect(Date.parse(deal.date_close ?? deal.date_create)).toBeLessThanOrEqual(NOW)
    }
    for (const field of ['price', 'date_close', 'lead_id', 'responsible_user_id'] as const) {
      expect(new Set(deals.map((deal) => deal[field] === null)).size, field).toBe(2)
    }
  })
  test('cost and earn what their trade does: few flats are sold, and most deals are small', () => {
    const of = (trade: string) =>
      new Set(specs.filter((spec) => spec.trade === trade).map(({ site }) => `https://${site}`))
    const sites = new Map(
      data.objects.map(({ id, details }) => [
        id,
        z.object({ site_url: z.string() }).safeParse(JSON.parse(details)).data?.site_url,
      ]),
    )
    const own = (trade: string) =>
      contacts.filter(({ object_id }) => of(trade).has(sites.get(object_id) ?? ''))
    const flats = own('housing')
    const paid = flats.filter(({ customer_status: deal }) => deal?.includes('Оплачено'))
    expect(paid.length).toBeLessThan(flats.length / 200)
    const prices = own('windows')
      .flatMap(({ customer_status: deal }) =>
        deal === null ? [] : [customerStatus.documented.parse(JSON.parse(deal)).price],
      )
      .filter((price) => price !== null)
      .toSorted((a, b) => a - b)
    expect(prices[Math.floor(prices.length / 2)]).toBeLessThan(80_000)
  })

  test('come of many more sessions, of which no tariff is exceeded and the unlimited one counts none', () => {
    const plan = z.object({
      tariff: z.nullable(z.object({ sessions: z.nullable(z.number()) })),
      sessions: z.number(),
      sessions_used: z.nullable(z.number()),
      sessions_reset_date: z.nullable(z.string()),
      needs_increasing: z.boolean(),
    })
    const shares = data.objects.flatMap(({ id, alias, details }) => {
      if (alias === EDGE_CASES_ALIAS || alias === HOSTILE_TITLE_ALIAS) return []
      const { tariff, sessions, sessions_used: used, ...rest } = plan.parse(JSON.parse(details))
      if (tariff?.sessions === null)
        expect([alias, used, rest.needs_increasing]).toEqual([alias, null, false])
      const since = rest.sessions_reset_date?.slice(0, 10)
      if (used === null || since === undefined) return []
      expect(used, alias).toBeLessThanOrEqual(sessions)
      const came = contacts.filter(({ object_id, day }) => object_id === id && day >= since).length
      expect(used, alias).toBeGreaterThanOrEqual(came)
      return came < 20 ? [] : came / used
    })
    expect(shares.length).toBeGreaterThan(10)
    for (const share of shares) {
      expect(share).toBeGreaterThan(0.005)
      expect(share).toBeLessThan(0.15)
    }
  })

  test('of a trade speak of it', () => {
    const roofers = data.objects.filter(({ alias }) => alias.includes('krovlya')).map(({ id }) => id)
    const texts = contacts
      .filter(({ object_id }) => roofers.includes(object_id))
      .flatMap(({ messages, email_text, widget_text }) => [messages, email_text, widget_text])
      .filter((text) => text !== null)
    expect(texts.length).toBeGreaterThan(50)
    // Varied texts, without unexpanded rules.
    expect(new Set(texts).size).toBeGreaterThan(texts.length / 3)
    expect(texts.filter((text) => /[{}]|undefined|имплант|завтрак|стрижк/.test(text))).toEqual([])
  })

  test('come of pages and searches of which few are frequent, with a long tail', () => {
    for (const column of ['request_uri', 'search_request'] as const) {
      const counts = new Map<string, number>()
      const [busiest] = data.objects
      for (const contact of contacts)
        if (contact.object_id === busiest?.id && contact[column] !== null)
          counts.set(contact[column], (counts.get(contact[column]) ?? 0) + 1)
      const sorted = [...counts.values()].toSorted((a, b) => b - a)
      const all = sorted.reduce((sum, count) => sum + count, 0)
      expect(sorted.slice(0, 3).reduce((sum, count) => sum + count, 0) / all, column).toBeGreaterThan(0.35)
      expect(sorted.filter((count) => count <= 2).length, column).toBeGreaterThan(10)
    }
  })

  test('are few on public holidays', () => {
    const on = (...days: string[]) => contacts.filter(({ day }) => days.includes(day)).length / days.length
    expect(on('2026-01-02', '2026-01-06', '2026-01-07')).toBeLessThan(
      on('2025-12-16', '2026-01-20', '2026-01-21') * 0.7,
    )
  })

  test('carry sources in the language of their object', () => {
    const titles = (title: string) => contacts.filter(({ source_title }) => source_title === title)
    const german = new Set(titles('Organic').map(({ utc_offset }) => utc_offset))
    expect(numbersOf(german)).toEqual([60, 120])
    expect(titles('Органический поиск').some(({ utc_offset }) => utc_offset < 180)).toBe(false)
  })
})
