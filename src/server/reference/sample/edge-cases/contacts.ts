import { CALL_STATUS } from '#/contract/codes.ts'
import { deal, each, form, sms, type EdgeCases } from './edge-case.ts'
import * as hostile from './hostile.ts'

const { BIDI_OPEN, BIDI_OVERRIDE, EMOJI, HTML, LONG, LONG_WORD, RTL, ZALGO } = hostile

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const filled = <C extends string>(text: string, ...columns: C[]) =>
  Object.fromEntries(columns.map((column) => [column, text])) as Record<C, string>

const chat = (messages: string) => ({ status: CALL_STATUS.chat, service: 3, messages })
const mail = (email_text: string) => ({ status: CALL_STATUS.email_incoming, service: 9, email_text })
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

const ATTACKS: EdgeCases = {
  'HTML in a name': form(JSON.stringify({ name: HTML, email: '"><svg onload=alert(1)>@example' })),
  'HTML in every text': filled(
    HTML,
    'src',
    'source_title',
    'search_request',
    'region',
    'dialstatus',
    'managers',
  ),
  [HTML]: {},
  ...each(hostile.HOSTILE_ADDRESSES, 'Address', (address) =>
    filled(address, 'referrer', 'request_uri', 'source_title', 'source_url'),
  ),
  'Address in an address': {
    ...form(JSON.stringify({ name: 'A', email: 'javascript:window.__pwn=1@example' })),
    referrer: 'https://xn--80ak6aa92e.com/?next=javascript:window.__pwn=1',
    request_uri: '/../..//%2e%2e/?a=1&a=2#x',
  },
}

const CODES_AND_SHAPES: EdgeCases = {
  'Unknown status': { status: 42, dialstatus: 'Transferred to the moon' },
  'Status zero': { status: 0 },
  'Status below zero': { status: -1 },
  'Unknown service': { service: 77, service_name: 'Carrier pigeon' },
  'Unknown source': {
    src: 'CARRIER_PIGEON',
    source_title: 'Carrier pigeon',
    source_url: 'https://pigeon.example/',
  },
  'Bad JSON': form('{"name": "Иван", "email": '),
  'JSON of another shape': form('[1, "two", null]'),
  'JSON null': form('null'),
  'Prototype keys': form('{"__proto__":{"name":"hidden"},"constructor":1,"name":"Own"}'),
  'Doubled keys': form('{"name":"first","name":"second","email":"a@b.example"}'),
  'Deep JSON': form(nested(200)),
  'Large JSON': form(JSON.stringify({ name: 'x'.repeat(300_000), email: '' })),
  'Bad inner JSON': secondChat('1', {}, '', '{"1": "Visitor: Hi"'),
  'Conversation as a list': secondChat('2', null, '', '["Hi","Hello"]'),
  'HTML in a conversation': secondChat('3', { name: HTML }, HTML, JSON.stringify({ 1: HTML })),
  'Chat without speakers': chat('no colon here\n\n: empty speaker\nVisitor (25:99): late'),
  'Long chat': chat(`Visitor (13:12): ${LONG}\nVisitor (13:13): ${LONG_WORD}`),
  'Long mail': mail(LONG),
  'Long word in a message': sms(LONG_WORD),
  'Very many lines': mail('line\n'.repeat(2_000)),
  'Empty texts': {
    ...filled('', 'widget_text', 'email_text', 'sms_message', 'messages', 'region', 'dialstatus'),
    status: CALL_STATUS.feedback,
    service: 7,
  },
}

const writing = (at: number): EdgeCases => ({
  'Right to left': { ...filled(RTL, 'search_request', 'region', 'managers', 'source_title'), source_url: '' },
  [`Direction left open ${BIDI_OPEN}`]: {
    phone: `${BIDI_OPEN}7916`,
    ...filled(BIDI_OPEN, 'src', 'search_request', 'source_title', 'service_name', 'region', 'managers'),
    request_uri: `/${BIDI_OPEN}`,
    ...deal(at, { ...filled(BIDI_OPEN, 'status', 'name', 'source'), tags: `["${BIDI_OPEN}"]` }),
  },
  'Direction override': { search_request: BIDI_OVERRIDE, request_uri: `/${BIDI_OVERRIDE}` },
  [EMOJI]: { search_request: EMOJI, ...form(JSON.stringify({ name: EMOJI, email: 'emoji@пример.рф' })) },
  [ZALGO]: { search_request: ZALGO, source_title: ZALGO, source_url: '' },
  [LONG]: {
    ...filled(LONG, 'source_title', 'managers'),
    ...filled(LONG_WORD, 'phone', 'src', 'search_request', 'service_name', 'region', 'dialstatus'),
    request_uri: `/${LONG_WORD}`,
    referrer: `https://example/${LONG_WORD}`,
    source_url: `https://example/?${LONG_WORD}`,
    utm: `utm_campaign=${LONG_WORD}`,
    ...deal(at, { ...filled(LONG_WORD, 'status', 'source'), name: LONG, tags: JSON.stringify([LONG_WORD]) }),
  },
  'Zero width': { search_request: hostile.ZERO_WIDTH, region: '\u00A0\u2003' },
  Formulas: {
    src: '=1+1',
    search_request: '=HYPERLINK("https://evil.example")',
    region: '@SUM(A1)',
    managers: '-2+3',
    utm: '+cmd|calc',
    dialstatus: '\t=1',
  },
  'Odd tags': {
    utm: 'utm_source=%E0%A4%A&utm_medium&=&utm_campaign=a%20b+c&utm_term=1&utm_term=2&__proto__=1',
  },
})

const values = (at: number): EdgeCases => ({
  'Letters as caller': { phone: 'CALL-ME-NOW' },
  'Unknown country': { phone: '+999123' },
  Extension: { phone: '8 (495) 123-45-67 доб. 9' },
  'Short number': { phone: '112' },
  'Caller of a network address': { phone: 'sip:<b>bob</b>@pbx.example' },
  'Negative duration': { duration: -5, has_recording: 1 },
  'Endless call': { duration: 2_147_483_647, has_recording: 1 },
  'Zero seconds': { duration: 0 },
  'Recording of a missed call': { status: CALL_STATUS.noanswer, has_recording: 1 },
  'Deal with bad JSON': deal(at, { company: '{"name":', tags: '<b>', name: HTML, status: HTML }),
  'Deal with other JSON': deal(at, {
    company: '"ООО"',
    tags: '{"a":1}',
    date_create: '0000-00-00',
    date_close: 'soon',
  }),
  'Deal of a fortune': deal(at, { price: 1e308 }),
  'Deal of tenths': deal(at, { price: 0.1 + 0.2 }),
  'Deal below zero': deal(at, { price: -0.1 - 0.2, responsible_user: '', source: '' }),
})

/** Documented types only, newest first, all after `at`. */
export const oddContacts = (at: number): EdgeCases => ({
  ...ATTACKS,
  ...CODES_AND_SHAPES,
  ...writing(at),
  ...values(at),
  '': { phone: '' },
})
