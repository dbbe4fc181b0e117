import { CALL_FIELD_NAMES } from '#/contract/call-fields.ts'
import { wallDayText, wallDayNumber } from '#/server/reference/sample/calendar.ts'
import { deal, each, sms, type EdgeCase, type EdgeCases } from './edge-case.ts'
import { CONTROLS, HOSTILE_ADDRESSES, HTML, LONE_SURROGATES, LONG_WORD, ZALGO } from './hostile.ts'

const FIELDS = CALL_FIELD_NAMES.filter((field) => field !== 'id')

const all = (value: unknown) => Object.fromEntries(FIELDS.map((field) => [field, value]))

/** Dates that are invalid or in another format than API document 2.5. `day` exists. */
const oddDates = (day: string): readonly unknown[] => [
  ...'0000-00-00 0000-00-00T00:00:00+03:00 0001-01-01T00:00:00+00:00 9999-12-31T23:59:59+14:00'.split(' '),
  ...['T24:00:00+03:00', 'T23:59:60+03:00', 'T12:30:00', ' 12:30'].map((time) => day + time),
  ...'2026-02-30T12:00:00+03:00,20.11.2026 12:30:00,1763622365000,yesterday,'.split(','),
  1_763_622_365,
  true,
]

const everywhere = (text: string): EdgeCase => ({
  answer: {
    ...all(text),
    date: undefined,
    source: { title: text, url: `https://example/${text}` },
    custom_data: JSON.stringify({ name: text, email: `${text}@b.example` }),
    customer_status: { status: text, name: text },
    comments: [{ comment: text, name: text }],
  },
})

/**
 * Undocumented answers (G26), newest first.
 * @param sharedId id of another edge case that two of these have as well
 */
export const malformedContacts = (at: number, sharedId: number): EdgeCases => ({
  'Numbers as text': {
    answer: {
      status: '3',
      duration: ' 75 ',
      call_type: { id: '2', name: 'REPEATED' },
      customer_status: { price: '1000.10', id: '7', lead_id: '1e3', customer_id: 'x', status: 5 },
    },
  },
  'Booleans as digits': { answer: { target: '1' } },
  'Booleans as words': { answer: { target: 'false' } },
  'Texts as numbers': { answer: { phone_number_from: 79_165_550_000, src: 5, region: 77, utm: 1 } },
  'All fields missing': { answer: all(undefined) },
  'All fields null': { answer: all(null) },
  'All fields empty': { answer: all('') },
  'All fields lists': { answer: all(['undefined', null]) },
  'All fields objects': { answer: all({ name: {}, title: [], id: null }) },
  'All fields true': { answer: all(true) },
  'All fields HTML': { answer: all(HTML) },
  'Fields of no document': {
    answer: { ['__proto__']: { target: true }, constructor: 'x', toString: null, tomorrow: [1] },
  },

  'No identifier': { answer: { id: undefined } },
  'Identifier null': { answer: { id: null } },
  'Identifier beyond 2^53': { answer: { id: 2 ** 53 + 2 } },
  'Identifier beyond 2^53, as text': { answer: { id: '9007199254740993' } },
  'Identifier a fraction': { answer: { id: 1.5 } },
  'Identifier of another contact': { answer: { id: sharedId } },
  'The same, as text': { answer: { id: String(sharedId) } },
  'Object a hostile path': { answer: { obj_oid: '../../sign-in?next=//evil.example' } },

  ...each(oddDates(wallDayText(wallDayNumber(at))), 'Date', (date) => ({
    ...sms('When was this?'),
    answer: { date },
  })),
  ...each([-1e9, 1.5, Number.MAX_SAFE_INTEGER, 1e308, '1:15', 'long'], 'Duration', (duration) => ({
    has_recording: 1,
    answer: { duration },
  })),
  ...each([-0, 1e-7, Number.MAX_VALUE, '1 000,50', '0.30000000000000004', 'free', [1]], 'Price', (price) =>
    deal(at, { price }),
  ),
  'Status as a name': { answer: { status: 'ANSWER' } },
  'Status of many digits': { answer: { status: 1e15 } },
  'Unknown type': { answer: { call_type: { id: 3, name: 'THIRD' }, service_name: '' } },

  'Control characters': everywhere(CONTROLS),
  'Halves of characters': everywhere(LONE_SURROGATES),
  ...each(HOSTILE_ADDRESSES.slice(0, 4), 'Recording at', (address) => ({
    duration: 60,
    answer: { record_url: address, service_logo_url: address, source: { title: 'Logo', url: address } },
  })),
  'Custom status in colour': {
    answer: { custom_status: { id: 'x', name: ZALGO, color: 'red;background:url(//evil.example)' } },
  },
  'Custom status a number': { answer: { custom_status: 7 } },
  'Odd comments': {
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
  'Deal of other types': {
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
})
