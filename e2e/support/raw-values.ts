import { fileURLToPath } from 'node:url'
import { DatabaseSync } from 'node:sqlite'

/*
 * Personal data from the service's database, to be absent in presentation mode. Names that also occur elsewhere
 * prove nothing.
 */

const SAMPLE = fileURLToPath(new URL('../.output/data/reference.sqlite', import.meta.url))

const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^8(?=\d{10}$)/, '7')

/** Strings anywhere, also in embedded JSON. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  if (typeof value !== 'string') return []
  if (!/^\s*[[{]/.test(value)) return [value]
  try {
    return textsIn(JSON.parse(value))
  } catch {
    return [value]
  }
}

const LEAST_LETTERS = 5
/** Also detects truncated texts by their first words. */
const piecesOf = (text: string): string[] =>
  text
    .split(/[\r\n]/)
    .map((line) =>
      line
        .replace(/^[^:]{1,40}?(?: ?\(\d\d:\d\d(?::\d\d)?\))?: /, '')
        .trim()
        .slice(0, 32),
    )
    .filter((piece) => (piece.match(/\p{L}/gu)?.length ?? 0) >= LEAST_LETTERS)

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** @param email account, including its clients */
export const rawValues = (email: string, file = SAMPLE) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const all = (sql: string, ...values: string[]) => database.prepare(sql).all(...values)
  const OF_ACCOUNT = `account_id IN (SELECT id FROM accounts WHERE email = ? OR agency_id = (
    SELECT agencies.id FROM agencies JOIN accounts a ON a.id = manager_id WHERE a.email = ?))`
  const contacts = all(`SELECT * FROM contacts WHERE ${OF_ACCOUNT}`, email, email)
  const comments = all(
    `SELECT comments.* FROM comments JOIN contacts ON contacts.id = contact_id WHERE ${OF_ACCOUNT}`,
    email,
    email,
  )
  const objects = all(`SELECT * FROM objects WHERE ${OF_ACCOUNT}`, email, email)
  const accounts = all(
    `SELECT email, contact_name, phone_number FROM accounts WHERE email = ? OR agency_id IS NOT NULL`,
    email,
  )
  database.close()

  const deals = contacts.map(
    ({ customer_status: deal }) => JSON.parse(text(deal) || '{}') as Record<string, unknown>,
  )
  const details = objects.map((object) => JSON.parse(text(object['details'])) as Record<string, unknown>)
  const phones = [
    ...contacts.map((one) => text(one['phone_number_from'])),
    ...details.map((one) => text(one['phone_number'])),
    ...accounts.map((one) => text(one['phone_number'])),
    ...details.flatMap(({ client_phone_numbers: forward }) =>
      (Array.isArray(forward) ? forward : []).flatMap((one: Record<string, unknown> | null) => [
        text(one?.['number']),
        text(one?.['phone_number']),
      ]),
    ),
  ].map(digitsOf)
  const shownAnyway = [
    ...contacts.flatMap((one) =>
      [
        'source_title',
        'source_url',
        'referrer',
        'request_uri',
        'search_request',
        'utm',
        'region',
        'dialstatus',
        'service_name',
        'answer_override',
      ].map((name) => text(one[name])),
    ),
    ...deals.flatMap((deal) => [text(deal['status']), text(deal['source'])]),
    ...objects.flatMap((one) => [
      text(one['title']),
      text(one['custom_statuses']),
      text(one['details']).replaceAll(/"(?:monitor_)?recipients":"[^"]*"/g, ''),
    ]),
  ].join('\n')
  const texts = [
    ...accounts.flatMap((one) => [text(one['email']), text(one['contact_name'])]),
    ...comments.flatMap((one) => [text(one['comment']), text(one['name']), text(one['email'])]),
    ...contacts.flatMap((one) =>
      ['messages', 'sms_message', 'email_text', 'widget_text', 'custom_data', 'managers'].flatMap((name) =>
        textsIn(one[name]),
      ),
    ),
    ...deals.flatMap((deal) =>
      ['name', 'company', 'responsible_user'].flatMap((name) => textsIn(deal[name])),
    ),
    ...details.flatMap((one) =>
      [
        ...text(JSON.stringify(one['email_notification'])).matchAll(/"(?:monitor_)?recipients":"([^"]*)"/g),
      ].flatMap(([, list]) => list!.split('\\n')),
    ),
  ].flatMap(piecesOf)
  return {
    phones: new Set(phones.filter((digits) => digits.length >= 10)),
    // Short words may be the page's own.
    texts: [...new Set(texts)].filter((piece) => !/^[a-z]+$/.test(piece) && !shownAnyway.includes(piece)),
    /** Large enough to be no count or id. */
    sums: new Set(
      deals
        .map(({ price }) => price)
        .filter(
          (price): price is number => typeof price === 'number' && price % 1000 !== 0 && price >= 10_000,
        ),
    ),
  }
}
export type RawValues = ReturnType<typeof rawValues>

const NUMBER = /\+?\d(?:[\s\u00A0\u202F().,\u2010-\u2015-]{0,2}\d){4,}/g

/** Digits together or grouped by three. */
const SUM = /^(?:\d{5,9}|\d{1,3}(?:[\s\u00A0\u202F.,]\d{3})+)$/

/** Which of them a text holds, however numbers are written in it. */
export const found = (where: string, { phones, texts, sums }: RawValues): string[] => {
  // Masks keep five digits that may match a sum.
  const read = where.replaceAll(/•\d-\d\d-\d\d(?!\d)/g, '•')
  const numbers = (read.match(NUMBER) ?? []).flatMap((one) => {
    const digits = digitsOf(one)
    return phones.has(digits) || phones.has(`7${digits}`) || (SUM.test(one) && sums.has(Number(digits)))
      ? [one]
      : []
  })
  // Part of a longer number.
  const within = (read.match(/\d{10,}/g) ?? []).flatMap((row) =>
    Array.from({ length: row.length - 9 }, (_, at) => row.slice(at, at + 10)).filter((ten) =>
      phones.has(`7${ten}`),
    ),
  )
  return [...new Set([...numbers, ...within, ...texts.filter((piece) => where.includes(piece))])]
}
