import { CALL_STATUS, CALL_TYPE } from '#/contract/codes.ts'
import { callerDigits } from '#/server/reference/caller-digits.ts'
import type { CommentTable, ContactTable, Flag } from '#/server/reference/schema.ts'
import { SERVICES } from '#/server/reference/services.ts'
import type { SampleChannel } from '#/server/reference/sample/channels.ts'
import {
  wallDayNumber,
  wallDayText,
  DAY,
  HOUR,
  MINUTE,
  timestamp,
  weekday,
} from '#/server/reference/sample/calendar.ts'
import { CALL, KINDS, written, type Kind } from '#/server/reference/sample/kinds.ts'
import type { SampleObject } from '#/server/reference/sample/objects.ts'
import { asTyped, callerOf, personOf, type Person } from '#/server/reference/sample/people.ts'
import { type Random, hash } from '#/server/reference/sample/random.ts'
import { missProbability } from '#/server/reference/sample/trades.ts'
import { say } from '#/server/reference/sample/words.ts'
import type { CustomerStatus } from '#/contract/customer-status.ts'

/** The stage that sets the price, and the last one; the name of a lost deal follows it. */
const CONTRACT = 3
const WON = 4
const LOST = 5

/**
 * A contact's CRM record (API document 2.7) as of `now`, deterministically. A deal starts without a price,
 * gets a round estimate, then the contract's price, and is paid; others are lost on the way.
 * @param caller number of the object's caller
 */
export const dealOf = (
  random: Random,
  object: SampleObject,
  contact: { readonly at: number; readonly offset: number; readonly caller: number; readonly person: Person },
  now: number,
): CustomerStatus => {
  const { trade, words, managers } = object
  const opened = Math.min(now, contact.at + (1 + random.below(30)) * MINUTE)
  const lifetime = trade.ripening * random.logNormal(0.6) * DAY
  const progress = (now - opened) / lifetime
  const reached = Math.min(WON, Math.floor(progress * (WON + 1)))
  const stage = !random.chance(trade.won) && progress > 0.5 ? LOST : reached
  const [low, high] = object.price
  const amount = Math.round((low * (high / low) ** (random.unit() ** 1.7)) / 100) * 100
  const isAgreed = stage === CONTRACT || stage === WON
  const manager = random.below(managers.length)
  const number = object.id * 1_000_000 + contact.caller
  const companies = words('company')
  const company = companies[hash(number, 15) % (4 * companies.length)]
  const closed = Math.min(now, Math.round(opened + Math.min(1, progress) * lifetime))
  return {
    id: 10_000_000 + random.below(90_000_000),
    status: words('step')[stage] ?? '',
    customer_id: 300_000_000 + number,
    name: contact.person.name,
    date_create: timestamp(opened, contact.offset),
    price: stage === 0 ? null : isAgreed ? amount : Number(amount.toPrecision(1)),
    responsible_user: managers[manager]?.name ?? '',
    company: company === undefined ? '{}' : JSON.stringify({ id: 70_000 + (number % 9_000), name: company }),
    date_close: stage >= WON ? timestamp(closed, contact.offset) : null,
    tags: JSON.stringify(words('tag').filter(() => random.chance(0.35))),
    source: object.crm ?? '',
    lead_id: random.chance(0.9) ? 40_000 + random.below(900_000) : null,
    responsible_user_id: random.chance(0.95) ? object.id * 10 + manager : null,
  }
}

export type CommentRow = Omit<CommentTable, 'id' | 'contact_id'>

/** The id is 0 until all contacts are sorted by time. */
export interface SampleContact {
  readonly row: ContactTable
  readonly comments: readonly CommentRow[]
}

const NOTHING = {
  src: null, source_title: null, source_title_search: null, source_url: null, referrer: null, request_uri: null,
  request_uri_search: null, search_request: null, utm: null, custom_data: null, has_recording: 0, custom_status_id: null,
  customer_status: null, region: null, dialstatus: null, duration: null, target: null, messages: null, sms_message: null,
  email_text: null, widget_text: null, managers: null, answer_override: null,
} as const satisfies Partial<ContactTable> // prettier-ignore

export const storedContact = (
  object: SampleObject,
  at: number,
  phone: string,
  service: number,
  rest: Pick<ContactTable, 'status' | 'call_type'> & Partial<ContactTable>,
): ContactTable => {
  const offset = object.zone.offsetAt(at)
  return {
    ...NOTHING,
    id: 0,
    account_id: object.accountId,
    object_id: object.id,
    occurred_at: at,
    utc_offset: offset,
    day: wallDayText(wallDayNumber(at + offset * MINUTE)),
    phone_number_from: phone,
    caller_digits: callerDigits(phone),
    service_id: service,
    service_name: SERVICES.find(({ id }) => id === service)?.service_name ?? '',
    ...rest,
    source_title_search: rest.source_title?.toLowerCase() ?? null,
    request_uri_search: rest.request_uri?.toLowerCase() ?? null,
  }
}

const searchOf = (random: Random, { words, language, place }: SampleObject) => {
  const request = words('search')[random.steep(words('search').length)] ?? ''
  if (random.chance(0.6)) return request
  const city = (language === 'ru' ? place.name : place.translated_name).toLowerCase()
  const added = random.chance(0.3) ? city : random.pick(words('added'))
  const more = random.chance(0.25) ? random.pick(words('added')) : added
  return [...new Set([request, added, more])].join(' ')
}

/** Columns of a visit's source. One page in seven is an article, few of which are popular. */
const attribution = (random: Random, object: SampleObject, channel: SampleChannel) => {
  const pages = object.words('page')
  const search = random.chance(channel.searched) ? searchOf(random, object) : null
  const utm = channel.utm || null
  return {
    src: channel.code,
    source_title: channel.title,
    source_url: channel.url,
    referrer: channel.referrer || null,
    request_uri: random.chance(0.14)
      ? `/blog/${1 + random.steep(80)}`
      : (pages[random.steep(pages.length)] ?? '/'),
    search_request: search,
    utm: utm && search ? `${utm}&utm_term=${encodeURIComponent(search)}` : utm,
  }
}

const commentsOf = (
  random: Random,
  { words, managers, id, zone }: SampleObject,
  known: Readonly<Record<string, string>>,
  at: number,
  now: number,
): CommentRow[] => {
  let writtenAt = at
  return Array.from({ length: 1 + random.steep(4) }, () => {
    writtenAt = Math.min(now, writtenAt + (2 + random.below(90)) * MINUTE)
    const index = random.below(managers.length)
    return {
      comment: say(random, words, 'comment', known),
      user_id: id * 10 + index,
      name: managers[index]?.name ?? '',
      email: managers[index]?.email ?? '',
      created_at: timestamp(writtenAt, zone.offsetAt(writtenAt)),
    }
  })
}

const { noanswer, cancel, busy, congestion, chanunavail, tmp_unavailable } = CALL_STATUS
const MISSED = [
  [noanswer, 45], [cancel, 28], [busy, 15], [congestion, 4], [chanunavail, 4], [tmp_unavailable, 4],
] as const // prettier-ignore

export interface SampleMoment {
  readonly at: number
  readonly madeAt: number
  /** Null: no web attribution. */
  readonly channel: SampleChannel | null
  /** Number of a caller who was missed before. */
  readonly retry: number | null
}

const outcomeOf = (
  random: Random,
  { trade, spec, zone }: SampleObject,
  { name, service, status }: Kind,
  { channel, at, madeAt }: SampleMoment,
) => {
  const wallClock = at + zone.offsetAt(at) * MINUTE
  const hour = Math.floor((wallClock % DAY) / HOUR)
  const usual = missProbability(trade, weekday(wallDayNumber(wallClock)), hour)
  const leak = channel !== null && channel.code === spec.missed ? 1.9 : 1
  const isDeserted = at > madeAt - spec.misses * HOUR && at <= madeAt
  const isMissed = name === 'call' && random.chance(isDeserted ? 0.92 : Math.min(0.95, usual * leak))
  const isTalk =
    name === 'userCall' || (name === 'call' && !isMissed) || (name === 'callback' && random.chance(0.8))
  const duration = isTalk
    ? Math.min(3_540, Math.max(4, Math.round(trade.talk * random.logNormal(0.9))))
    : null
  const share = channel === null ? 0.4 : channel.code === spec.barren ? 0 : channel.target
  const likely = isMissed
    ? 0
    : duration === null
      ? share * 0.7
      : duration < 60
        ? Math.min(share, 0.04)
        : share
  // SMS and surveys are not assessed, and a few others neither.
  const isAssessed = service !== 5 && service !== 7 && random.chance(0.97)
  const target: Flag | null = isAssessed ? (random.chance(likely) ? 1 : 0) : null
  const ended = isMissed ? random.weighted(MISSED, ([, weight]) => weight)[0] : CALL_STATUS[status]
  return { status: ended, isMissed, duration, target }
}

export interface CallerCount {
  callers: number
}

/** A caller who retries, one without a number, an earlier one (recent ones preferred), or a new one. */
const chooseCaller = (
  random: Random,
  object: SampleObject,
  { name, numberless }: Kind,
  count: CallerCount,
  retry: number | null,
) => {
  if (retry === null && random.chance(numberless)) {
    const person = personOf(random.below(1e9), object.words)
    return { index: null, isKnown: false, digits: name === 'call' ? 'anonymous' : '', region: null, person }
  }
  const isKnown =
    retry !== null || (count.callers > 0 && (name === 'survey' || random.chance(object.trade.repeated)))
  const known = count.callers - 1 - random.steep(Math.min(count.callers, 4_000), 4)
  const index = retry ?? (isKnown ? known : count.callers++)
  return { index, isKnown, ...callerOf(object, index) }
}

const PRICES = { ru: new Intl.NumberFormat('ru'), en: new Intl.NumberFormat('en') }

/** @returns the contact, and in `retry` its caller's number if they will try again */
export const makeContact = (
  random: Random,
  object: SampleObject,
  count: CallerCount,
  moment: SampleMoment,
): SampleContact & { readonly retry: number | null } => {
  const { at, channel } = moment
  const now = Math.max(at, moment.madeAt)
  const { trade, words, managers, customStatuses, zone } = object
  const weightOf = ({ tracked, untracked, service }: Kind) =>
    (channel ? tracked : untracked) * (service === CALL.service ? 1 : trade.written)
  const kind = moment.retry === null ? random.weighted(KINDS, weightOf) : CALL
  const caller = chooseCaller(random, object, kind, count, moment.retry)
  const { status, isMissed, duration, target } = outcomeOf(random, object, kind, moment)
  const isGood = target === 1
  const operator = random.pick(managers)
  const hasManager = (duration !== null || kind.name.endsWith('hat')) && random.chance(0.95)
  const names = new Set([operator.name, random.chance(0.06) ? random.pick(managers).name : operator.name])
  const [low, high] = object.price
  // A "from" price is a round sum, quoted before inspection.
  const price = Number((low * (1 + Math.min(4, high / low / 2) * random.unit())).toPrecision(2))
  const known = {
    topic: random.pick(words('topic')),
    day: random.pick(words('day')),
    price: PRICES[object.language].format(price),
    name: caller.person.firstName,
    operator: operator.firstName,
  }
  const isTyped = kind.name.toLowerCase().endsWith('form') && random.chance(0.3)
  const deal =
    isGood && caller.index !== null && object.crm !== null && random.chance(trade.opened)
      ? dealOf(
          random,
          object,
          { at, offset: zone.offsetAt(at), caller: caller.index, person: caller.person },
          now,
        )
      : null
  const hasStatus = customStatuses.length > 0 && !isMissed && random.chance(isGood ? 0.35 : 0.06)
  const dial = words('dial').find((text) => text.startsWith(`${status} `))
  const row = storedContact(object, at, isTyped ? asTyped(caller.digits) : caller.digits, kind.service, {
    status,
    ...(channel && attribution(random, object, channel)),
    call_type: caller.isKnown ? CALL_TYPE.REPEATED : CALL_TYPE.COMMON,
    has_recording: duration !== null && kind.name !== 'userCall' && random.chance(0.96) ? 1 : 0,
    custom_status_id: hasStatus ? (customStatuses[random.below(2) + (isGood ? 0 : 2)]?.id ?? null) : null,
    customer_status: deal && JSON.stringify(deal),
    region: caller.region,
    dialstatus: dial?.replace(/^\d+ /, '') ?? null,
    duration,
    target,
    managers: hasManager ? [...names].join(', ') : null,
    ...written(kind, { random, object, caller, source: channel?.title ?? '', at, known }),
  })
  return {
    row,
    comments:
      !isMissed && random.chance(isGood ? 0.16 : 0.02) ? commentsOf(random, object, known, at, now) : [],
    retry: isMissed && random.chance(0.5) ? caller.index : null,
  }
}
