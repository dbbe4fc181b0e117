import {
  DURATION_FILTERS,
  EMPTY_FILTER_LABEL,
  type DurationFilter,
  type FilterPair,
} from '#/contract/call-filters.ts'
import { CALL_STATUS, CALL_STATUSES, type CallStatus } from '#/contract/codes.ts'
import type { CustomStatus } from '#/contract/object.ts'
import { statusFilterCode } from '#/contract/call-filters.ts'
import type { ObjectRow } from './objects.ts'
import type { ReferenceDatabase } from '../schema.ts'

/** Every object offers these sources (API document 4.4). */
const BASIC_SOURCES = [
  ['Direct visits', 'TYPEIN'],
  ['UTM tags', 'UTM'],
  ['Referring sites', 'REFERRER'],
] as const satisfies FilterPair<string>[]
const BASIC_CODES: ReadonlySet<string> = new Set(BASIC_SOURCES.map(([, code]) => code))

const DURATION_LABEL = {
  lt30s: 'under 30 s',
  f30t60s: '30 to 60 s',
  f1t5m: '1 to 5 min',
  f5t10m: '5 to 10 min',
  gt10m: '10 min and more',
  gt1m: '1 min and more',
  gt30s: '30 s and more',
} as const satisfies Record<DurationFilter, string>

const STATUS_LABEL = {
  cancel: 'Cancelled',
  answer: 'Answered',
  noanswer: 'No answer',
  busy: 'Busy',
  congestion: 'Line overloaded',
  chanunavail: 'Line unavailable',
  tmp_unavailable: 'Temporarily unavailable',
  catch_form: 'Web form',
  chat: 'Site chat',
  callback: 'Callback',
  sms_incoming: 'SMS received',
  sms_forward: 'SMS forwarded',
  feedback: 'Survey',
  widget_form: 'Feedback form',
  second_chat: 'Messenger chat',
  email_incoming: 'E-mail',
  user_call: 'Outgoing call',
} as const satisfies Record<CallStatus, string>

/** The only status of 3.2 that 4.4 does not list. */
const UNLISTED_STATUS = CALL_STATUS.user_call

const withEmpty = <C>(pairs: readonly FilterPair<C>[]): FilterPair<C>[] => [
  [EMPTY_FILTER_LABEL, null],
  ...pairs,
]

/** An object's filter candidates (API document 4.4). A source has the title of its latest contact. */
export const objectFilters = async (database: ReferenceDatabase, object: ObjectRow) => {
  const sources = await database
    .selectFrom('contacts')
    .select((on) => [
      'src',
      on
        .selectFrom('contacts as latest')
        .select('source_title')
        .where('latest.object_id', '=', object.id)
        .whereRef('latest.src', '=', 'contacts.src')
        .orderBy('latest.occurred_at', 'desc')
        .orderBy('latest.id', 'desc')
        .limit(1)
        .as('title'),
    ])
    .where('object_id', '=', object.id)
    .where('src', 'is not', null)
    .groupBy('src')
    .orderBy('src')
    .execute()
  const customStatuses: CustomStatus[] = JSON.parse(object.custom_statuses)
  return {
    sources: withEmpty<string>([
      ...BASIC_SOURCES.map(([name, code]): FilterPair<string> => {
        // UTM contacts carry their campaigns' titles, none of which names them all.
        const title = code === 'UTM' ? null : sources.find(({ src }) => src === code)?.title
        return [title || name, code]
      }),
      ...sources.flatMap(({ src, title }): FilterPair<string>[] =>
        src === null || BASIC_CODES.has(src) ? [] : [[title ?? src, src]],
      ),
    ]),
    durations: withEmpty<string>(DURATION_FILTERS.map((code) => [DURATION_LABEL[code], code])),
    call_statuses: withEmpty<string | number>([
      ...CALL_STATUSES.filter((name) => CALL_STATUS[name] !== UNLISTED_STATUS).map(
        (name): FilterPair<string> => [STATUS_LABEL[name], statusFilterCode(name)],
      ),
      ...customStatuses.map(({ name, id }): FilterPair<number> => [name, id]),
    ]),
  }
}
