import { CALL_STATUS, CALL_TYPE } from '#/contract/codes.ts'
import type { CustomerStatus } from '#/contract/customer-status.ts'
import { HOUR, timestamp } from './calendar.ts'
import { contactRow, type ContactRow, type Draft } from './contacts.ts'
import type { SampleObject } from './objects.ts'

/** A contact nobody would write by hand. `phone` and `service` have ordinary values unless told. */
interface EdgeCase extends Partial<ContactRow> {
  readonly phone?: string
  readonly service?: number
  readonly comment?: string
}

const HTML = '<img src=x onerror="window.__pwn=1"><script>window.__pwn=1</script>'
const RTL = 'مرحبا، كم سعر المطبخ؟ שלום'
const BIDI_OVERRIDE = 'invoice\u202Egpj.exe\u202C'
const EMOJI = '👩‍👩‍👧‍👦🏳️‍🌈👍🏽 семья'
const ZALGO = 'З̴̛͓͙̹̲̟͈̠̟̩͎͂̄̾͌̑̀̕̕͝ӑ̴̢̛̣̜̞̘͖͎̓̅̍̈́̂͝л̵̡̰̣̙̙̎̀̄͊͌͘̕͝ь̶̧̛̺̗͖͓̈́̇̓̕г̸̨̗̼͙̔̀̌̽͂͝о̵̡̗̮̤̘̌̓̓́̕'
const ZERO_WIDTH = 'до\u200Bста\u200Cв\u200Dка\uFEFF'
const LONG = 'Очень длинный текст. '.repeat(500).slice(0, 10_000)
const LONG_WORD = 'Ы'.repeat(10_000)

const deal = (at: number, change: Partial<CustomerStatus>): string =>
  JSON.stringify({
    id: 1,
    status: 'Новая заявка',
    customer_id: 1,
    name: 'Вера Титова',
    date_create: timestamp(at, 180),
    price: 1000,
    responsible_user: 'Игорь Лапин',
    company: '{}',
    date_close: null,
    tags: '[]',
    source: 'Lead Desk',
    lead_id: null,
    responsible_user_id: null,
    ...change,
  } satisfies CustomerStatus)

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const secondChat = (data: unknown) =>
  ({ status: CALL_STATUS.second_chat, service: 6, custom_data: JSON.stringify(data) }) as const
const form = (custom_data: string) => ({ status: CALL_STATUS.widget_form, service: 8, custom_data }) as const

/** Newest first. Each is named by the comment it carries. */
const edgeCases = (at: number): readonly EdgeCase[] => [
  {
    comment: 'HTML in a name',
    ...form(JSON.stringify({ name: HTML, email: '"><svg onload=alert(1)>@example' })),
  },
  {
    comment: 'HTML in every text',
    src: HTML,
    source_title: HTML,
    search_request: HTML,
    region: HTML,
    dialstatus: HTML,
    managers: HTML,
  },
  { comment: HTML },
  { comment: 'Script address as page', request_uri: 'javascript:alert(document.domain)' },
  { comment: 'Script address as referrer', referrer: 'JaVaScRiPt:alert(1)', request_uri: '/' },
  {
    comment: 'Data address as source',
    source_title: 'Data',
    source_url: 'data:text/html,<script>alert(1)</script>',
  },
  {
    comment: 'Blob and file addresses',
    referrer: 'file:///etc/passwd',
    source_title: 'Blob',
    source_url: 'blob:https://example/1',
  },
  {
    comment: 'Relative and odd addresses',
    referrer: '//evil.example',
    request_uri: '/../..//%2e%2e/?a=1&a=2#x',
    source_title: '?',
    source_url: '\\\\host\\share',
  },
  { comment: 'Unknown status', status: 42, dialstatus: 'Transferred to the moon' },
  { comment: 'Status zero', status: 0 },
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
  {
    comment: 'Bad inner JSON',
    ...secondChat({ conversation_id: '1', visitor: {}, source: '', conversation: '{"1": "Visitor: Hi"' }),
  },
  {
    comment: 'Conversation as a list',
    ...secondChat({ conversation_id: '2', visitor: null, source: '', conversation: '["Hi","Hello"]' }),
  },
  {
    comment: 'HTML in a conversation',
    ...secondChat({
      conversation_id: '3',
      visitor: { name: HTML },
      source: HTML,
      conversation: JSON.stringify({ 1: HTML }),
    }),
  },
  {
    comment: 'Chat without speakers',
    status: CALL_STATUS.chat,
    service: 3,
    messages: 'no colon here\n\n: empty speaker\nVisitor (25:99): late',
  },
  {
    comment: 'Long chat',
    status: CALL_STATUS.chat,
    service: 3,
    messages: `Visitor (13:12): ${LONG}\nVisitor (13:13): ${LONG_WORD}`,
  },
  { comment: 'Long mail', status: CALL_STATUS.email_incoming, service: 9, email_text: LONG },
  { comment: 'Long word in a message', status: CALL_STATUS.sms_incoming, service: 5, sms_message: LONG_WORD },
  {
    comment: 'Very many lines',
    status: CALL_STATUS.email_incoming,
    service: 9,
    email_text: 'line\n'.repeat(2_000),
  },
  {
    comment: 'Empty texts',
    status: CALL_STATUS.feedback,
    service: 7,
    widget_text: '',
    email_text: '',
    sms_message: '',
    messages: '',
    region: '',
    dialstatus: '',
  },
  {
    comment: 'Right to left',
    search_request: RTL,
    region: RTL,
    managers: RTL,
    source_title: RTL,
    source_url: '',
  },
  { comment: 'Direction override', search_request: BIDI_OVERRIDE, request_uri: `/${BIDI_OVERRIDE}` },
  {
    comment: EMOJI,
    search_request: EMOJI,
    ...form(JSON.stringify({ name: EMOJI, email: 'emoji@пример.рф' })),
  },
  { comment: ZALGO, search_request: ZALGO, source_title: ZALGO, source_url: '' },
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
  {
    comment: 'Deal below zero',
    customer_status: deal(at, { price: -0.1 - 0.2, responsible_user: '', source: '' }),
  },
  // Everything that may be absent is, and so is the caller.
  { phone: '' },
]

/** Contacts of the object "Edge cases": what the database allows and screens must survive. The newest is an hour old. */
export const makeEdgeCases = (object: SampleObject, now: number): readonly Draft[] => {
  const seen = new Set<string>()
  return edgeCases(now - 24 * HOUR)
    .map(({ phone, service = 1, comment, ...rest }, index): Draft => {
      const at = Math.floor(now / 1000) * 1000 - HOUR - index * 15 * HOUR
      const row = contactRow(object, at, phone ?? `7916555${String(1000 + (index % 30))}`, service, {
        status: CALL_STATUS.answer,
        call_type: CALL_TYPE.COMMON,
        ...rest,
      })
      const comments = comment
        ? [
            {
              comment,
              user_id: 1,
              name: object.managers[0]?.name ?? '',
              email: 'edge@example.ru',
              created_at: timestamp(at + HOUR / 2, 180),
            },
          ]
        : []
      return { row, comments }
    })
    .toReversed()
    .map((draft) => {
      const digits = draft.row.caller_digits
      const call_type = digits !== '' && seen.has(digits) ? CALL_TYPE.REPEATED : CALL_TYPE.COMMON
      seen.add(digits)
      return { ...draft, row: { ...draft.row, call_type } }
    })
}
