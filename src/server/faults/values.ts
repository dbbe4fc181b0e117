import { failure } from '#/server/http/failure.ts'
import type { Fault } from './answer.ts'

/* Absurd values in every place of an answer, except its structure: pages, ids. */

type Path = readonly string[]
const IDENTITIES = /^(?:id|oid|obj_oid|client|client_id|email|.*_page|.*_pages|total_objects)$/

const mapped = (
  value: unknown,
  change: (value: unknown, name: string) => unknown,
  path: Path = [],
): unknown => {
  if (Array.isArray(value)) return value.map((inner) => mapped(inner, change, path))
  if (typeof value !== 'object' || value === null) return change(value, path.at(-1) ?? '')
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, mapped(inner, change, [...path, name])]),
  )
}

const rewriting =
  (rewrite: (text: string) => string | Uint8Array<ArrayBuffer>): Fault =>
  async (request, fetch) => {
    const response = await fetch(request)
    if (!response.ok) return response
    return new Response(rewrite(await response.text()), {
      headers: { 'content-type': 'application/json' },
    })
  }

const changing = (change: (value: unknown, name: string) => unknown): Fault =>
  rewriting((text) => JSON.stringify(mapped(JSON.parse(text), change)))

const ISO = /^\d{4}-\d\d-\d\d[T ]/
const ADDRESS = /^https?:/
const isPlainText = (value: unknown, name: string): value is string =>
  typeof value === 'string' && !IDENTITIES.test(name) && !ISO.test(value)

/** Right-to-left, combining marks, empty, lone surrogates, and active markup. */
const ODD =
  '\u202E\u05D0<img src=x onerror="__pwn=1">z\u0337\u0327\u034E\u0335\u200B\u{1F469}\u200D\u{1F4BB}\uD800'
/** Hostile texts; addresses that are scripts. */
export const oddTexts = changing((value, name) =>
  isPlainText(value, name) ? (ADDRESS.test(value) ? 'javascript:__pwn=1' : value + ODD) : value,
)

const LONG = 50_000
export const longTexts: Fault = async (request, fetch, dialect) => {
  const seen = new Set<string>()
  return changing((value, name) => {
    if (!isPlainText(value, name) || ADDRESS.test(value) || seen.has(name)) return value
    seen.add(name)
    return value + 'long '.repeat(LONG / 5)
  })(request, fetch, dialect)
}

const ODD_NUMBERS = [-5, 1e308, -0, 0.1 + 0.2, 4_294_967_296]
/** Negative, huge and fractional numbers; unknown codes. */
export const oddNumbers: Fault = async (request, fetch, dialect) => {
  let turn = 0
  return changing((value, name) =>
    typeof value === 'number' && !IDENTITIES.test(name) ? ODD_NUMBERS[turn++ % ODD_NUMBERS.length] : value,
  )(request, fetch, dialect)
}

const asText = (value: unknown) =>
  typeof value === 'boolean' ? String(Number(value)) : typeof value === 'number' ? String(value) : value
export const numbersAsText = changing(asText)

export const bigIds = rewriting((text) => text.replaceAll(/"id":(\d+)/g, '"id":90071992547409$1'))

const ODD_DATES = [
  '0000-00-00T00:00:00',
  '2026-02-30T24:00:60+03:00',
  '',
  'yesterday',
  '9999-12-31T23:59:59Z',
]
/** Invalid dates; every sixth stays. */
export const oddDates: Fault = async (request, fetch, dialect) => {
  let turn = 0
  return changing((value) =>
    typeof value === 'string' && ISO.test(value)
      ? (ODD_DATES[turn++ % (ODD_DATES.length + 1)] ?? value)
      : value,
  )(request, fetch, dialect)
}

export const noOffsets = changing((value) =>
  typeof value === 'string' && ISO.test(value) ? value.replace(/(?:Z|[+-]\d\d:?\d\d)$/, '') : value,
)

/** Prototype keys, and a duplicate key. */
export const oddKeys = rewriting((text) =>
  text
    .replaceAll(
      '{',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"extra":1,"extra":2,',
    )
    .replaceAll(',}', '}'),
)

/** A byte order mark, and an invalid UTF-8 byte. */
export const oddBytes = rewriting((text) => {
  const bytes = new TextEncoder().encode(`\uFEFF${text.replaceAll('ом', '\u0001')}`)
  return bytes.map((byte) => (byte === 1 ? 0xff : byte))
})

export const twice = rewriting((text) => {
  const answer: unknown = JSON.parse(text)
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return text
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(answer).map(([name, inner]) => [
        name,
        Array.isArray(inner) ? [...inner, ...inner] : inner,
      ]),
    ),
  )
})

const MIB = 1024 * 1024
/** Larger than our server reads. */
export const tooLarge: Fault = async () => {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (++sent > 24) controller.close()
      else controller.enqueue(new Uint8Array(MIB).fill(0x20))
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

/** Excessive or malformed encodings that are not valid HTTP. */
export const noHttp: Fault = async () => {
  throw new TypeError('fetch failed', { cause: new Error('too many content-encodings in response') })
}

const resets = new Set<string>()
/** The connection closes on the first attempt; the retry succeeds. */
export const resetOnce: Fault = async (request, fetch) => {
  if (resets.delete(request.url)) return fetch(request)
  resets.add(request.url)
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('other side closed'), { code: 'ECONNRESET' }),
  })
}

export const tooLate: Fault = async () => {
  throw failure('upstream_timeout')
}
