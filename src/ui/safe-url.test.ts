import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#/test/runs.ts'
import { readablePath, safeUrl } from './safe-url.ts'

const isWeb = (url: URL) => url.protocol === 'http:' || url.protocol === 'https:'

/** Characters that browsers strip from URLs, and lookalikes. */
const blank = fc.string({
  unit: fc.constantFrom(
    '\t',
    '\n',
    '\r',
    '\0',
    '\u0001',
    '\u001f',
    ' ',
    '\u00a0',
    '\u200b',
    '\u202e',
    '\ufeff',
  ),
  maxLength: 4,
})
/** Disguised schemes: case and blanks. */
const disguised = fc
  .tuple(
    fc.constantFrom(
      'javascript:',
      'data:',
      'vbscript:',
      'blob:',
      'file:',
      'filesystem:',
      'about:',
      'view-source:',
    ),
    fc.infiniteStream(blank),
    fc.infiniteStream(fc.boolean()),
  )
  .map(([scheme, blanks, capitals]) =>
    Array.from(scheme)
      .map((letter) => {
        const prefix = blanks.next().value ?? ''
        return prefix + (capitals.next().value ? letter.toUpperCase() : letter)
      })
      .join(''),
  )

describe('safeUrl-only-http', () => {
  test('lets only http and https through, whatever comes, and whatever stands before an address', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.tuple(blank, fc.webUrl()).map((parts) => parts.join('')),
      fc.tuple(disguised, fc.webUrl()).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(anything, (raw) => {
        const url = safeUrl(raw)
        if (url && !isWeb(url)) expect.unreachable(`${JSON.stringify(raw)} became ${url.href}`)
      }),
      runs(10_000, 100_000),
    )
  })

  test('keeps every web address', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (raw) => {
        expect(safeUrl(raw)?.href).toBe(new URL(raw).href)
      }),
      runs(5_000, 100_000),
    )
  })

  test('refuses a scheme that runs or embeds, however it is disguised', () => {
    fc.assert(
      fc.property(
        disguised,
        fc.constantFrom('alert(1)', '//https://a.example', 'text/html,<script>', ''),
        (scheme, rest) => {
          const url = safeUrl(scheme + rest, ['tel:', 'mailto:'])
          if (url) expect.unreachable(`${JSON.stringify(scheme + rest)} became ${url.href}`)
        },
      ),
      runs(10_000, 100_000),
    )
  })

  test.each([
    'javascript:alert(1)',
    ' \u0000java\nscript:alert(1)',
    'JaVaScRiPt&colon;alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://a.example/1',
    '//a.example/path',
    '/calls',
    'a.example',
    'http:',
    'https://bank.example@evil.example/',
    'https://:secret@evil.example/',
    '',
    null,
    undefined,
  ])('refuses %j', (raw) => {
    expect(safeUrl(raw)).toBeNull()
  })

  test('shows the host that would be opened', () => {
    expect(safeUrl(' \tHTTPS://Пример.рф/путь')?.host).toBe('xn--e1afmkfd.xn--p1ai')
    expect(safeUrl('https:\\\\evil.example\\https://good.example')?.host).toBe('evil.example')
  })

  test('lets a phone number or an e-mail address through only when asked to', () => {
    expect(safeUrl('tel:+74951234567')).toBeNull()
    expect(safeUrl('tel:+74951234567', ['tel:'])?.href).toBe('tel:+74951234567')
    expect(safeUrl('mailto:anna@a.example', ['tel:'])).toBeNull()
    expect(safeUrl('mailto:anna@a.example', ['mailto:'])?.href).toBe('mailto:anna@a.example')
  })
})

describe('readablePath', () => {
  test('shows letters as letters', () => {
    expect(readablePath(new URL('https://a.example/%D1%86%D0%B5%D0%BD%D1%8B?q=%D1%8F#b'))).toBe('/цены?q=я#b')
  })

  test.each(['/%D1%86%', '/%E0%A4%A', '/a%20b', '/%E2%80%AEgpj', '/a%00b', '/a%2Fb%3Fc'])(
    'leaves %s as it is',
    (path) => {
      expect(readablePath(new URL(path, 'https://a.example'))).toBe(path)
    },
  )

  test('means the address that is opened', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        fc.string({ unit: 'binary', maxLength: 20 }),
        (path, rest) => {
          const url = URL.parse(`https://a.example/${path}?${rest}`)
          if (url) expect(new URL(url.origin + readablePath(url)).href).toBe(url.href)
        },
      ),
      { numRuns: 10_000 },
    )
  })
})
