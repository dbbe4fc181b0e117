import { CALL_STATUS } from '#/contract/codes.ts'
import { deal, type EdgeCase } from './edge-case.ts'
import {
  BIDI_OPEN,
  BIDI_OVERRIDE,
  EMOJI,
  HOSTILE_ADDRESSES,
  HTML,
  LONG,
  LONG_WORD,
  RTL,
  ZALGO,
  ZERO_WIDTH,
} from './hostile.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** The same text in several columns. */
const filled = <C extends string>(text: string, ...columns: C[]) =>
  Object.fromEntries(columns.map((column) => [column, text])) as Record<C, string>

const secondChat = (
  conversation_id: string,
  visitor: object | null,
  source: string,
  conversation: string,
) => ({
  status: CALL_STATUS.second_chat,
  service: 6,
  custom_data: JSON.stringify({ conversation_id, visitor, source, conversation }),
})
const form = (custom_data: string) => ({ status: CALL_STATUS.widget_form, service: 8, custom_data })
const chat = (messages: string) => ({ status: CALL_STATUS.chat, service: 3, messages })
const mail = (email_text: string) => ({ status: CALL_STATUS.email_incoming, service: 9, email_text })

const ATTACKS: readonly EdgeCase[] = [
  {
    comment: 'HTML in a name',
    ...form(JSON.stringify({ name: HTML, email: '"><svg onload=alert(1)>@example' })),
  },
  {
    comment: 'HTML in every text',
    ...filled(HTML, 'src', 'source_title', 'search_request', 'region', 'dialstatus', 'managers'),
  },
  { comment: HTML },
  ...HOSTILE_ADDRESSES.map((address): EdgeCase => ({
    comment: `Address ${address}`,
    ...filled(address, 'referrer', 'request_uri', 'source_title', 'source_url'),
  })),
  {
    comment: 'Address in an address',
    ...form(JSON.stringify({ name: 'A', email: 'javascript:window.__pwn=1@example' })),
    referrer: 'https://xn--80ak6aa92e.com/?next=javascript:window.__pwn=1',
    request_uri: '/../..//%2e%2e/?a=1&a=2#x',
  },
]

const CODES_AND_SHAPES: readonly EdgeCase[] = [
  { comment: 'Unknown status', status: 42, dialstatus: 'Transferred to the moon' },
  { comment: 'Status zero', status: 0 },
  { comment: 'Status below zero', status: -1 },
  { comment: 'Unknown service', service: 77, service_name: 'Carrier pigeon' },
  {
    comment: 'Unknown source',
    src: 'CARRIER_PIGEON',
    source_title: 'Carrier pigeon',
    source_url: 'https://pigeon.example/',
  },
  { comment: 'Bad JSON', ...form('{"name": "Иван", "email": ') },
  { comment: 'JSON of another shape', ...form('[1, "two", null]') },
  { comment: 'JSON null', ...form('null') },
  { comment: 'Prototype keys', ...form('{"__proto__":{"name":"hidden"},"constructor":1,"name":"Own"}') },
  { comment: 'Doubled keys', ...form('{"name":"first","name":"second","email":"a@b.example"}') },
  { comment: 'Deep JSON', ...form(nested(200)) },
  { comment: 'Large JSON', ...form(JSON.stringify({ name: 'x'.repeat(300_000), email: '' })) },
  { comment: 'Bad inner JSON', ...secondChat('1', {}, '', '{"1": "Visitor: Hi"') },
  { comment: 'Conversation as a list', ...secondChat('2', null, '', '["Hi","Hello"]') },
  {
    comment: 'HTML in a conversation',
    ...secondChat('3', { name: HTML }, HTML, JSON.stringify({ 1: HTML })),
  },
  {
    comment: 'Chat without speakers',
    ...chat('no colon here\n\n: empty speaker\nVisitor (25:99): late'),
  },
  { comment: 'Long chat', ...chat(`Visitor (13:12): ${LONG}\nVisitor (13:13): ${LONG_WORD}`) },
  { comment: 'Long mail', ...mail(LONG) },
  { comment: 'Long word in a message', status: CALL_STATUS.sms_incoming, service: 5, sms_message: LONG_WORD },
  { comment: 'Very many lines', ...mail('line\n'.repeat(2_000)) },
  {
    comment: 'Empty texts',
    status: CALL_STATUS.feedback,
    service: 7,
    ...filled('', 'widget_text', 'email_text', 'sms_message', 'messages', 'region', 'dialstatus'),
  },
]

const writing = (at: number): readonly EdgeCase[] => [
  {
    comment: 'Right to left',
    ...filled(RTL, 'search_request', 'region', 'managers', 'source_title'),
    source_url: '',
  },
  {
    comment: `Direction left open ${BIDI_OPEN}`,
    phone: `${BIDI_OPEN}7916`,
    ...filled(BIDI_OPEN, 'src', 'search_request', 'source_title', 'service_name', 'region', 'managers'),
    request_uri: `/${BIDI_OPEN}`,
    customer_status: deal(at, {
      ...filled(BIDI_OPEN, 'status', 'name', 'source'),
      tags: `["${BIDI_OPEN}"]`,
    }),
  },
  { comment: 'Direction override', search_request: BIDI_OVERRIDE, request_uri: `/${BIDI_OVERRIDE}` },
  {
    comment: EMOJI,
    search_request: EMOJI,
    ...form(JSON.stringify({ name: EMOJI, email: 'emoji@пример.рф' })),
  },
  { comment: ZALGO, search_request: ZALGO, source_title: ZALGO, source_url: '' },
  {
    ...filled(LONG, 'comment', 'source_title', 'managers'),
    ...filled(LONG_WORD, 'phone', 'src', 'search_request', 'service_name', 'region', 'dialstatus'),
    request_uri: `/${LONG_WORD}`,
    referrer: `https://example/${LONG_WORD}`,
    source_url: `https://example/?${LONG_WORD}`,
    utm: `utm_campaign=${LONG_WORD}`,
    customer_status: deal(at, {
      ...filled(LONG_WORD, 'status', 'source'),
      name: LONG,
      tags: JSON.stringify([LONG_WORD]),
    }),
  },
  { comment: 'Zero width', search_request: ZERO_WIDTH, region: '\u00A0\u2003' },
  {
    comment: 'Formulas',
    src: '=1+1',
    search_request: '=HYPERLINK("https://evil.example")',
    region: '@SUM(A1)',
    managers: '-2+3',
    utm: '+cmd|calc',
    dialstatus: '\t=1',
  },
  {
    comment: 'Odd tags',
    utm: 'utm_source=%E0%A4%A&utm_medium&=&utm_campaign=a%20b+c&utm_term=1&utm_term=2&__proto__=1',
  },
]

const values = (at: number): readonly EdgeCase[] => [
  { comment: 'Letters as caller', phone: 'CALL-ME-NOW' },
  { comment: 'Unknown country', phone: '+999123' },
  { comment: 'Extension', phone: '8 (495) 123-45-67 доб. 9' },
  { comment: 'Short number', phone: '112' },
  { comment: 'Caller of a network address', phone: 'sip:<b>bob</b>@pbx.example' },
  { comment: 'Negative duration', duration: -5, has_recording: 1 },
  { comment: 'Endless call', duration: 2_147_483_647, has_recording: 1 },
  { comment: 'Zero seconds', duration: 0 },
  { comment: 'Recording of a missed call', status: CALL_STATUS.noanswer, has_recording: 1 },
  {
    comment: 'Deal with bad JSON',
    customer_status: deal(at, { company: '{"name":', tags: '<b>', name: HTML, status: HTML }),
  },
  {
    comment: 'Deal with other JSON',
    customer_status: deal(at, {
      company: '"ООО"',
      tags: '{"a":1}',
      date_create: '0000-00-00',
      date_close: 'soon',
    }),
  },
  { comment: 'Deal of a fortune', customer_status: deal(at, { price: 1e308 }) },
  { comment: 'Deal of tenths', customer_status: deal(at, { price: 0.1 + 0.2 }) },
  {
    comment: 'Deal below zero',
    customer_status: deal(at, { price: -0.1 - 0.2, responsible_user: '', source: '' }),
  },
]

/** Of the documented types, newest first; `at` is a moment before all of them. */
export const oddContacts = (at: number): readonly EdgeCase[] => [
  ...ATTACKS,
  ...CODES_AND_SHAPES,
  ...writing(at),
  ...values(at),
  // Everything that may be absent is, and so is the caller.
  { phone: '' },
]
