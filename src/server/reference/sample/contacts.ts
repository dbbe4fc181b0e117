import { CALL_TYPE } from '#/contract/codes.ts'
import { callerDigits } from '#/server/reference/caller-digits.ts'
import type { CommentTable, ContactTable, Flag } from '#/server/reference/schema.ts'
import { SERVICES } from '#/server/reference/services.ts'
import type { SampleChannel, ChannelCode } from './channels.ts'
import { wallDayNumber, wallDayText, DAY, HOUR, MINUTE, timestamp, weekday } from './calendar.ts'
import { say, WRITTEN, type Speech } from './conversations.ts'
import { dealOf } from './deals.ts'
import type { SampleObject } from './objects.ts'
import { chooseKind, chooseMissed, KINDS, DIAL_TEXT, type Kind } from './kinds.ts'
import { asTyped, callerOf, personOf } from './people.ts'
import { phrasesOf } from './phrases.ts'
import type { Language } from './places.ts'
import type { Random } from './random.ts'
import { missProbability } from './trades.ts'

export type StoredContact = ContactTable
export type CommentRow = Omit<CommentTable, 'id' | 'contact_id'>

/** A contact; its id is 0 until the contacts of all objects stand in order of time. */
export interface SampleContact {
  readonly row: StoredContact
  readonly comments: readonly CommentRow[]
}

/** A caller who did not get through and will try again, from the same page. */
export interface Retry {
  readonly caller: number
  readonly channel: SampleChannel | null
}

/** Share of targets among the long calls that a source brings. */
const TARGET_SHARE: Readonly<Record<ChannelCode, number>> = {
  TYPEIN: 0.46,
  UTM: 0.4,
  REFERRER: 0.36,
  PAID_SEARCH: 0.62,
  ORGANIC: 0.58,
  PAID_SOCIAL: 0.2,
  MAPS: 0.68,
  EMAIL_CAMPAIGN: 0.5,
  PARTNER: 0.3,
}

const serviceNames = new Map<number, string>(SERVICES.map((service) => [service.id, service.service_name]))

/** What a contact has nothing of. */
const NOTHING = {
  src: null, source_title: null, source_title_search: null, source_url: null, referrer: null, request_uri: null,
  request_uri_search: null, search_request: null, utm: null, custom_data: null, has_recording: 0, custom_status_id: null,
  customer_status: null, region: null, dialstatus: null, duration: null, target: null, messages: null, sms_message: null,
  email_text: null, widget_text: null, managers: null, answer_override: null,
} as const satisfies Partial<StoredContact> // prettier-ignore

/** The columns that follow from an instant, a caller and a service. */
export const storedContact = (
  object: SampleObject,
  at: number,
  phone: string,
  service: number,
  rest: Pick<StoredContact, 'status' | 'call_type'> & Partial<StoredContact>,
): StoredContact => {
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
    service_name: serviceNames.get(service) ?? '',
    ...rest,
    source_title_search: rest.source_title?.toLowerCase() ?? null,
    request_uri_search: rest.request_uri?.toLowerCase() ?? null,
  }
}

/** The first ones of a list far more often than the last: as pages are visited, and words searched for. */
const steep = <T>(random: Random, items: readonly T[]): T =>
  items[Math.floor(items.length * random.unit() ** 2.6)] as T

/** What people add to the words they search for: that makes the long tail. */
const ADDED: Readonly<Record<Language, readonly string[]>> = {
  ru: 'недорого,отзывы,рядом,телефон,в рассрочку,адрес,срочно,форум,сколько стоит,2026,на карте,акции,частник,с гарантией'.split(
    ',',
  ),
  en: 'cheap,reviews,near me,phone,2026,open now,forum,best,how much'.split(','),
}

/** A page of the site; one in seven is one of many articles, of which few are read much. */
const pageOf = (random: Random, pages: readonly string[]) =>
  random.chance(0.14) ? `/blog/${1 + Math.floor(80 * random.unit() ** 2)}` : steep(random, pages)

const searchOf = (random: Random, object: SampleObject) => {
  const language = object.language === 'ru' && random.chance(0.04) ? 'en' : object.language
  const request = steep(random, phrasesOf(object.trade)[language].requests)
  if (random.chance(0.6)) return request
  const { name, translated_name } = object.place
  const added = random.chance(0.3)
    ? (language === 'ru' ? name : translated_name).toLowerCase()
    : random.pick(ADDED[language])
  return `${request} ${added}${random.chance(0.25) ? ` ${random.pick(ADDED[language])}` : ''}`
}

/** Where a visit came from, as the columns hold it. */
const attribution = (random: Random, object: SampleObject, channel: SampleChannel) => {
  const search = channel.searched > 0 && random.chance(channel.searched) ? searchOf(random, object) : null
  return {
    src: channel.code,
    source_title: channel.title,
    source_url: channel.url,
    referrer: channel.referrer,
    request_uri: pageOf(random, phrasesOf(object.trade).pages),
    search_request: search,
    utm: channel.utm && (search ? `${channel.utm}&utm_term=${encodeURIComponent(search)}` : channel.utm),
  }
}

/** A "from" price, as it is quoted before the work has been inspected: a round sum. */
const startingPrice = (random: Random, [low, high]: readonly [number, number]) =>
  Number((low * (1 + Math.min(4, high / low / 2) * random.unit())).toPrecision(2))

const commentsOf = (
  random: Random,
  object: SampleObject,
  speech: Speech,
  at: number,
  now: number,
): CommentRow[] => {
  const offset = object.zone.offsetAt(at)
  let writtenAt = at
  return Array.from({ length: random.weighted([0, 70, 22, 8]) }, () => {
    writtenAt = Math.min(now, writtenAt + (2 + random.below(90)) * MINUTE)
    const index = random.below(object.managers.length)
    const manager = object.managers[index] ?? speech.operator
    return {
      comment: say(random, 'comment', speech),
      user_id: object.id * 10 + index,
      name: manager.name,
      email: manager.email,
      created_at: timestamp(writtenAt, offset),
    }
  })
}

/** What {@link makeContact} knows about the moment: `channel` is null for a contact without web attribution. */
export interface SampleMoment {
  readonly at: number
  readonly now: number
  readonly isTracked: boolean
  /** Most calls are missed just then. */
  readonly isDeserted: boolean
  readonly channel: SampleChannel | null
  readonly retry: Retry | null
}

/** How many callers an object has had; {@link makeContact} counts a new one. */
export interface CallerCount {
  callers: number
}

/** Numbers the caller: one who retries, one of the earlier ones (recent ones more likely), or the next new one. */
const chooseCaller = (
  random: Random,
  kind: Kind,
  object: SampleObject,
  count: CallerCount,
  retry: Retry | null,
) => {
  if (retry) return { index: retry.caller, isKnown: true }
  const isKnown = count.callers > 0 && (kind === 'survey' || random.chance(object.habits.repeated))
  if (!isKnown) return { index: count.callers++, isKnown }
  return {
    index: count.callers - 1 - Math.floor(Math.min(count.callers, 4_000) * random.unit() ** 2),
    isKnown,
  }
}

/** How a contact ended: missed or not, how long the talk was, and whether it was marked as a target. */
const outcomeOf = (
  random: Random,
  object: SampleObject,
  kind: Kind,
  channel: SampleChannel | null,
  at: number,
  isDeserted: boolean,
) => {
  const { habits, story } = object
  const wallClock = at + object.zone.offsetAt(at) * MINUTE
  const hour = Math.floor((wallClock % DAY) / HOUR)
  const leak = channel !== null && channel.code === story.missed ? 1.9 : 1
  const usual = missProbability(habits, weekday(wallDayNumber(wallClock)), hour)
  const missed = isDeserted ? 0.92 : Math.min(0.95, usual * leak)
  const isMissed = kind === 'call' && random.chance(missed)
  const isTalk =
    kind === 'call' ? !isMissed : kind === 'userCall' || (kind === 'callback' && random.chance(0.8))
  const duration = isTalk
    ? Math.min(3_540, Math.max(4, Math.round(habits.talk * random.logNormal(0.9))))
    : null

  const isBarren = channel !== null && channel.code === story.barren
  const share = channel ? TARGET_SHARE[channel.code] : 0.4
  const likely = isMissed || isBarren ? 0 : duration === null ? share * 0.7 : duration < 60 ? 0.04 : share
  const isAssessed = kind !== 'sms' && kind !== 'forwardedSms' && kind !== 'survey' && random.chance(0.97)
  const target: Flag | null = isAssessed ? (random.chance(likely) ? 1 : 0) : null
  return { status: isMissed ? chooseMissed(random) : KINDS[kind].status, isMissed, isTalk, duration, target }
}

/** Makes one contact, and says whether its caller will try again. */
export const makeContact = (
  random: Random,
  object: SampleObject,
  count: CallerCount,
  { at, now, isTracked, isDeserted, channel, retry }: SampleMoment,
): SampleContact & { readonly retry: Retry | null } => {
  const { habits, language } = object
  const kind = retry ? 'call' : chooseKind(random, isTracked, habits.written)
  const { service, numberless } = KINDS[kind]

  const isHidden = !retry && random.chance(numberless)
  const { index, isKnown } = isHidden
    ? { index: -1, isKnown: false }
    : chooseCaller(random, kind, object, count, retry)
  const caller = isHidden
    ? {
        digits: kind === 'call' ? 'anonymous' : '',
        region: null,
        person: personOf(random.below(1e9), language),
      }
    : callerOf(object, index)
  const isTyped = (kind === 'form' || kind === 'widgetForm') && random.chance(0.3)

  const { status, isMissed, isTalk, duration, target } = outcomeOf(
    random,
    object,
    kind,
    channel,
    at,
    isDeserted,
  )
  const isGood = target === 1

  const operator = random.pick(object.managers)
  const hasManager = (isTalk || kind === 'chat' || kind === 'secondChat') && random.chance(0.95)
  const second = random.chance(0.06) ? random.pick(object.managers) : operator
  const speech: Speech = {
    object,
    topic: random.pick(phrasesOf(object.trade)[language].topics),
    price: startingPrice(random, habits.price),
    caller: caller.person,
    operator,
  }
  const hasCustomStatus =
    object.customStatusIds.length > 0 && !isMissed && random.chance(isGood ? 0.35 : 0.06)
  const deal =
    isGood && !isHidden && object.crm !== null && random.chance(habits.deals[0])
      ? dealOf(
          random,
          object,
          { at, offset: object.zone.offsetAt(at), caller: index, person: caller.person },
          now,
        )
      : null

  const row = storedContact(object, at, isTyped ? asTyped(caller.digits) : caller.digits, service, {
    status,
    ...(channel && attribution(random, object, channel)),
    call_type: isKnown ? CALL_TYPE.REPEATED : CALL_TYPE.COMMON,
    has_recording: duration !== null && kind !== 'userCall' && random.chance(0.96) ? 1 : 0,
    custom_status_id: hasCustomStatus
      ? (object.customStatusIds[random.below(2) + (isGood ? 0 : 2)] ?? null)
      : null,
    customer_status: deal && JSON.stringify(deal),
    region: caller.region,
    dialstatus: DIAL_TEXT[language].get(status) ?? null,
    duration,
    target,
    managers: hasManager ? (second === operator ? operator.name : `${operator.name}, ${second.name}`) : null,
    ...WRITTEN[kind]({ random, caller, channel, speech, at }),
  })
  return {
    row,
    comments: random.chance(isGood ? 0.16 : 0.02) ? commentsOf(random, object, speech, at, now) : [],
    retry: isMissed && !isHidden && random.chance(0.6) ? { caller: index, channel } : null,
  }
}
