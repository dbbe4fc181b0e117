import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOSTILE_ADDRESSES } from '#/server/reference/sample/edge-cases/hostile.ts'
import { growth, LINEAR } from '#/test/growth.ts'
import { runs } from '#/test/runs.ts'
import { splitLinks } from './linked-text.tsx'

const linksIn = (text: string) => splitLinks(text).flatMap(({ text: shown, url }) => (url ? [shown] : []))

describe('splitLinks', () => {
  test.each([
    ['see https://example.com/a?b=1#c please', ['https://example.com/a?b=1#c']],
    ['HTTP://EXAMPLE.COM', ['HTTP://EXAMPLE.COM']],
    ['Смета: https://диск.рф/смета.', ['https://диск.рф/смета']],
    ['(https://example.com/a_(b))', ['https://example.com/a_(b)']],
    ['[https://example.com], «https://example.org»!', ['https://example.com', 'https://example.org']],
    ['https://example.com/?q=[1]...', ['https://example.com/?q=[1]']],
    ['two https://a.example\nhttps://b.example', ['https://a.example', 'https://b.example']],
    ['write to mailto:anna@example.com, please', ['mailto:anna@example.com']],
  ])('finds the addresses in %j', (text, expected) => {
    expect(linksIn(text)).toEqual(expected)
  })

  test.each([
    ...HOSTILE_ADDRESSES,
    'javascript:alert(1)//https',
    'xhttps://example.com',
    'https://',
    'https:///',
    'https://user:password@example.com',
    'mailto:a@b.example?subject=x&bcc=c@d.example',
    'mailto:a@b.example,c@d.example',
    'mailto:',
    'ftp://example.com',
    'tel:+74951234567',
    'www.example.com',
    'data:text/html,<a href=x>',
  ])('makes no link of %j', (text) => {
    expect(linksIn(text)).toEqual([])
  })

  test('an address ends where the writing direction is turned', () => {
    expect(linksIn('https://example.com/\u202Egpj.exe')).toEqual(['https://example.com/'])
  })

  const stranger = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(
            'https://',
            'http:',
            'mailto:',
            'javascript:',
            '@',
            '(',
            ')',
            '.',
            ' ',
            '\t',
            '\u0000',
            '\u202E',
          ),
          fc.webUrl({ withFragments: true, withQueryParameters: true }),
          fc.emailAddress(),
          fc.string(),
        ),
      )
      .map((parts) => parts.join('')),
  )

  test('links-are-safe: the pieces are the text, and every link is http, https or one mail address', () => {
    fc.assert(
      fc.property(stranger, (text) => {
        const pieces = splitLinks(text)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        for (const { text: shown, url } of pieces) {
          if (url === null) continue
          expect(['http:', 'https:', 'mailto:']).toContain(url.protocol)
          expect(url.username + url.password).toBe('')
          expect(url.href).toBe(new URL(shown).href)
          if (url.protocol === 'mailto:') expect(url.search).toBe('')
          expect(shown).not.toMatch(/[\s\p{C}]/u)
        }
      }),
      runs(500, 50_000),
    )
  })

  const LENGTH = 100_000
  const fill = (part: string, size: number) => part.repeat(Math.ceil(size / part.length)).slice(0, size)
  test.each([
    ['x'],
    [' '],
    ['http'],
    ['http://'],
    ['https://a '],
    ['https://a.example/) '],
    ['mailto:'],
    ['mailto:a@'],
    ['mailto:a@b.example '],
    ['https://('],
    ['https://a.example/?'],
    ['('],
    ['\u202E'],
  ])('%j over and over takes time in proportion', { tags: 'all' }, (part) => {
    // Inputs that make greedy patterns backtrack.
    for (const text of [
      (size: number) => fill(part, size),
      (size: number) => `https://${fill(part, size)}`,
      (size: number) => `https://a.example/${fill(')', size)}`,
      (size: number) => fill('.', size),
    ])
      expect(growth((size) => void splitLinks(text(size)), LENGTH)).toBeLessThan(LINEAR)
  })
})
