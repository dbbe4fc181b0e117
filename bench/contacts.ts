import { listedCall, type ListedCallRead } from '#/contract/call.ts'
import { DAY_MS, dayNumber, dayText, monthStart } from '#/contract/day.ts'
import { createRandom } from '#/server/reference/sample/random.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'

/*
 * Contacts as a year of a large advertiser has them: a few sources bring most, most search requests come once or twice,
 * people call in working hours, addresses carry click ids that never repeat. The same ones at every run.
 */

const DAYS = 365
/** Days since 1970 of the first one: 1 November 2025. */
const FIRST_DAY = 20_393
const SOURCES = 60
const CAMPAIGNS = 400
const SEARCH_REQUESTS = 20_000
const REGIONS = 300
const CALLERS = 700_000
const PAGES = 800
const OBJECTS = 24
const MANAGERS = 40
const SERVICES = ['Call tracking', 'Callback widget', 'Forms', 'Chat', 'E-mail tracking', 'Multi-button']
/** Statuses of the API document 3.2, with how often each comes in a hundred. */
const STATUSES = [2, 3, 1, 4, 8, 9, 10, 16]
const STATUS_WEIGHTS = [62, 14, 4, 4, 7, 4, 3, 2]
const CRM_STATUSES = ['New', 'In progress', 'Offer sent', 'Won', 'Lost', 'Postponed']
const BLANK = listedCall.lenient.parse({ id: 0, customer_status: {} })
/** Contacts of an hour of the day, beside each other. */
const HOURS = [1, 1, 1, 1, 1, 2, 4, 8, 14, 20, 24, 24, 21, 20, 21, 21, 20, 18, 14, 10, 7, 5, 3, 2]
const WEEKDAYS = [22, 20, 19, 18, 17, 9, 6]

/** Each index as often as its weight says, looked up in a table of many draws. */
const drawer = (weights: readonly number[]) => {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const table = new Uint32Array(1 << 16)
  let index = 0
  let passed = weights[0]! / sum
  for (let at = 0; at < table.length; at++) {
    while (at / table.length >= passed && index < weights.length - 1) passed += weights[++index]! / sum
    table[at] = index
  }
  return (random: number) => table[Math.floor(random * table.length)]!
}
const zipf = (count: number, flatness: number) =>
  drawer(Array.from({ length: count }, (_, rank) => 1 / (rank + flatness)))

const drawSource = zipf(SOURCES, 2)
const drawCampaign = zipf(CAMPAIGNS, 4)
const drawSearch = zipf(SEARCH_REQUESTS, 20)
const drawRegion = zipf(REGIONS, 1)
const drawPage = zipf(PAGES, 3)
const drawObject = zipf(OBJECTS, 3)
const drawManager = zipf(MANAGERS, 6)
const drawService = zipf(SERVICES.length, 0.6)
const drawStatus = drawer(STATUS_WEIGHTS)
const drawHour = drawer(HOURS)

const two = (value: number) => String(value).padStart(2, '0')

/** Days of the contacts in their order: the oldest first, weekends less than other days. */
const dayStarts = (total: number): number[] => {
  const weights = Array.from({ length: DAYS }, (_, day) => WEEKDAYS[(FIRST_DAY + day + 3) % 7]!)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  let passed = 0
  return weights.map((weight) => {
    const start = Math.round((passed / sum) * total)
    passed += weight
    return start
  })
}

export const YEAR = { first: FIRST_DAY, last: FIRST_DAY + DAYS - 1 }
/** Noon of the day after it. */
export const AFTER_YEAR = (YEAR.last + 1) * DAY_MS + 43_200_000

/** Writes a year of an account through the store, a day after the other, and joins its months. */
export const writeYear = async (store: ArchiveStore, account: string, contacts: number) => {
  const random = createRandom(8).unit
  const starts = dayStarts(contacts)
  for (const [nth, start] of starts.entries()) {
    const day = FIRST_DAY + nth
    const records = Array.from({ length: (starts[nth + 1] ?? contacts) - start }, (_, row) =>
      contactOf(start + row, day, random),
    ).toReversed()
    if (records.length > 0)
      await store.replaceDays(account, [{ day, readAt: AFTER_YEAR, records, titles: [], faulty: [] }])
  }
  await store.settle(account, YEAR, WHOLE)
  for (let first = YEAR.first, next = 0; first <= YEAR.last; first = next) {
    next = dayNumber(monthStart(dayText(first), 1))
    await store.joinSegments(account, { first, last: next - 1 })
  }
}
export const WHOLE = { state: 'complete', gaps: [], readAt: AFTER_YEAR, triedAt: AFTER_YEAR } as const

const contactOf = (id: number, day: number, random: () => number): ListedCallRead => {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
  const source = drawSource(random())
  const isPaid = source % 3 === 0
  const campaign = drawCampaign(random())
  const status = STATUSES[drawStatus(random())]!
  const click = Math.floor(random() * 2 ** 40).toString(36)
  const utm = isPaid ? `utm_source=source-${source}&utm_medium=cpc&utm_campaign=campaign-${campaign}` : null
  const isDeal = random() < 0.08
  const caller = random() < 0.02 ? null : `+7${9_000_000_000 + Math.floor(random() * CALLERS)}`
  return {
    ...BLANK,
    id,
    obj_oid: `obj-${drawObject(random())}`,
    date: `${date}T${two(drawHour(random()))}:${two(Math.floor(random() * 60))}:${two(Math.floor(random() * 60))}+03:00`,
    src: `source-${source}`,
    referrer: isPaid ? 'https://ya.ru/' : null,
    request_uri: `https://example.com/catalogue/page-${drawPage(random())}/${isPaid ? `?${utm}&click=${click}` : ''}`,
    phone_number_from: caller ?? '',
    caller,
    search_request: random() < 0.45 ? `buy a flat in house ${drawSearch(random())}` : null,
    status,
    utm,
    call_type: random() < 0.96 ? { id: random() < 0.7 ? 1 : 2, name: null } : null,
    custom_status: random() < 0.05 ? { id: 3, name: 'Viewing booked' } : null,
    customer_status: isDeal
      ? {
          ...BLANK.customer_status!,
          id: 1000 + Math.floor(id * 0.07),
          status: CRM_STATUSES[Math.floor(random() ** 2 * CRM_STATUSES.length)]!,
          source: 'amoCRM',
          price: random() < 0.8 ? Math.round(random() * 9e6) : null,
        }
      : null,
    region: random() < 0.95 ? `Region ${drawRegion(random())}` : null,
    duration: status === 2 ? Math.round(20 + 900 * random() ** 4) : status < 8 ? 0 : null,
    source: { title: `Source ${source}`, url: null },
    service_name: SERVICES[drawService(random())]!,
    target: random() < 0.9 ? random() < 0.4 : null,
    managers: status === 2 ? `Manager ${drawManager(random())}` : null,
  }
}
