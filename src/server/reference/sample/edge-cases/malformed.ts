import { CALL_FIELD_NAMES } from '#/contract/call-fields.ts'
import { CALL_STATUS } from '#/contract/codes.ts'
import { wallDayText, wallDayNumber } from '#/server/reference/sample/calendar.ts'
import { deal, type EdgeCase } from './edge-case.ts'
import { CONTROLS, HOSTILE_ADDRESSES, HTML, LONE_SURROGATES, LONG_WORD, ZALGO } from './hostile.ts'

const FIELDS = CALL_FIELD_NAMES.filter((field) => field !== 'id')

/** Every field but the identifier with the same value; undefined leaves them all out. */
const all = (value: unknown) => Object.fromEntries(FIELDS.map((field) => [field, value]))

/** Dates that name no moment, or name it otherwise than API document 2.5. `day` is a day that exists. */
const oddDates = (day: string): readonly unknown[] => [
  '0000-00-00',
  '0000-00-00T00:00:00+03:00',
  '0001-01-01T00:00:00+00:00',
  '9999-12-31T23:59:59+14:00',
  `${day}T24:00:00+03:00`,
  `${day}T23:59:60+03:00`,
  `${day}T12:30:00`,
  `${day} 12:30`,
  '2026-02-30T12:00:00+03:00',
  '20.11.2026 12:30:00',
  1_763_622_365,
  '1763622365000',
  'yesterday',
  '',
  true,
]

/**
 * What no documented service answers (G26), newest first.
 * @param sharedId identifier of another edge case, which two of these have as well
 */
export const malformedContacts = (at: number, sharedId: number): readonly EdgeCase[] => [
  {
    comment: 'Numbers as text',
    answer: {
      status: '3',
      duration: ' 75 ',
      call_type: { id: '2', name: 'REPEATED' },
      customer_status: { price: '1000.10', id: '7', lead_id: '1e3', customer_id: 'x', status: 5 },
    },
  },
  { comment: 'Booleans as digits', answer: { target: '1' } },
  { comment: 'Booleans as words', answer: { target: 'false' } },
  { comment: 'Texts as numbers', answer: { phone_number_from: 79_165_550_000, src: 5, region: 77, utm: 1 } },
  { comment: 'All fields missing', answer: all(undefined) },
  { comment: 'All fields null', answer: all(null) },
  { comment: 'All fields empty', answer: all('') },
  { comment: 'All fields lists', answer: all(['undefined', null]) },
  { comment: 'All fields objects', answer: all({ name: {}, title: [], id: null }) },
  { comment: 'All fields true', answer: all(true) },
  { comment: 'All fields HTML', answer: all(HTML) },
  {
    comment: 'Fields of no document',
    answer: { ['__proto__']: { target: true }, constructor: 'x', toString: null, tomorrow: [1] },
  },

  { comment: 'No identifier', answer: { id: undefined } },
  { comment: 'Identifier null', answer: { id: null } },
  { comment: 'Identifier beyond 2^53', answer: { id: 2 ** 53 + 2 } },
  { comment: 'Identifier beyond 2^53, as text', answer: { id: '9007199254740993' } },
  { comment: 'Identifier a fraction', answer: { id: 1.5 } },
  { comment: 'Identifier of another contact', answer: { id: sharedId } },
  { comment: 'The same, as text', answer: { id: String(sharedId) } },
  { comment: 'Object a hostile path', answer: { obj_oid: '../../sign-in?next=//evil.example' } },

  ...oddDates(wallDayText(wallDayNumber(at))).map((date): EdgeCase => ({
    comment: `Date ${String(date)}`,
    status: CALL_STATUS.sms_incoming,
    service: 5,
    sms_message: 'When was this?',
    answer: { date },
  })),

  ...[-1e9, 1.5, Number.MAX_SAFE_INTEGER, 1e308, '1:15', 'long'].map((duration): EdgeCase => ({
    comment: `Duration ${duration}`,
    has_recording: 1,
    answer: { duration },
  })),
  ...[-0, 1e-7, Number.MAX_VALUE, '1 000,50', '0.30000000000000004', 'free', [1]].map((price): EdgeCase => ({
    comment: `Price ${String(price)}`,
    customer_status: deal(at, { price }),
  })),
  { comment: 'Status as a name', answer: { status: 'ANSWER' } },
  { comment: 'Status of many digits', answer: { status: 1e15 } },
  { comment: 'Unknown type', answer: { call_type: { id: 3, name: 'THIRD' }, service_name: '' } },

  {
    comment: 'Control characters',
    answer: {
      ...all(CONTROLS),
      date: undefined,
      source: { title: CONTROLS, url: `https://example/${CONTROLS}` },
      custom_data: JSON.stringify({ name: CONTROLS, email: `a\u0000@b.example` }),
    },
  },
  {
    comment: 'Halves of characters',
    answer: {
      ...all(LONE_SURROGATES),
      date: undefined,
      source: { title: LONE_SURROGATES, url: `https://example/${LONE_SURROGATES}` },
      custom_data: JSON.stringify({ name: LONE_SURROGATES, email: `${LONE_SURROGATES}@b.example` }),
      customer_status: { status: LONE_SURROGATES, name: LONE_SURROGATES },
      comments: [{ comment: LONE_SURROGATES, name: LONE_SURROGATES }],
    },
  },
  ...HOSTILE_ADDRESSES.slice(0, 4).map((address): EdgeCase => ({
    comment: `Recording at ${address}`,
    duration: 60,
    answer: { record_url: address, service_logo_url: address, source: { title: 'Logo', url: address } },
  })),
  {
    comment: 'Custom status in colour',
    answer: { custom_status: { id: 'x', name: ZALGO, color: 'red;background:url(//evil.example)' } },
  },
  { comment: 'Custom status a number', answer: { custom_status: 7 } },
  {
    comment: 'Odd comments',
    answer: {
      comments: [
        null,
        'text',
        5,
        {},
        { comment: null, name: null, email: null, created_at: 'never' },
        { comment: HTML, name: HTML, email: HTML, created_at: 0 },
        {
          comment: LONG_WORD,
          name: LONG_WORD,
          email: 'a@b.example',
          created_at: '2026-11-20T24:00:00+03:00',
        },
      ],
    },
  },
  {
    comment: 'Deal of other types',
    answer: {
      customer_status: {
        company: { name: 'Object' },
        tags: ['a', 1],
        price: true,
        date_create: 0,
        source: 5,
      },
    },
  },
]
