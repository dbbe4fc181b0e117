// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { act, render } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { contrast, fromOklch } from '#/domain/marks/colour.ts'
import { cost } from '#/test/growth.ts'
import { runs } from '#/test/runs.ts'
import { highlight } from './highlight.ts'
import { invisibleCharacters } from './invisible.ts'
import { Snippet } from './snippet.tsx'

const copied: string[] = []
let isClipboardOpen = true
beforeEach(() => {
  copied.length = 0
  isClipboardOpen = true
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      writeText: async (text: string) => {
        if (!isClipboardOpen) throw new DOMException('closed', 'NotAllowedError')
        copied.push(text)
      },
    },
  })
})

/** The snippet on a page, before its colours and with them. */
const withSnippet = async (code: string | null, look: (page: HTMLElement) => Promise<void> | void) => {
  const { container: page, unmount } = render(<Snippet code={code} />)
  try {
    await look(page)
    await act(async () => vi.dynamicImportSettled())
    await look(page)
  } finally {
    unmount()
  }
}
const copyButton = (page: HTMLElement) => page.querySelector('button')!
const press = (page: HTMLElement) => act(async () => copyButton(page).click())

const PARTS = [
  '<script>',
  '</script>',
  '<script src="',
  '"',
  "'",
  '`',
  '${',
  '}',
  '//',
  '/*',
  '*/',
  '<!--',
  '\r\n',
  '\0',
]
/** What a service may write there: no halves of characters, which its reading has replaced. */
const anyCode = fc
  .array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ unit: 'binary' })), { maxLength: 12 })
  .map((parts) => parts.join(''))

describe('the snippet', () => {
  test('snippet-roundtrip: what is shown and what is copied are the code, to the letter', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyCode.filter((code) => code.trim() !== ''),
        async (code) => {
          await withSnippet(code, async (page) => {
            expect(page.querySelector('pre')?.textContent).toBe(code)
            await press(page)
            expect(copied.at(-1)).toBe(code)
          })
        },
      ),
      runs(60, 3000),
    )
  })

  test('gets its colours, unless it is too long for them', async () => {
    const code = '<script>var a = "b"</script>'
    const colours: number[] = []
    await withSnippet(code, (page) => {
      expect(page.querySelector('script')).toBeNull()
      colours.push(page.querySelectorAll('pre span').length)
    })
    expect(colours.at(-1)).toBeGreaterThan(3)
    const long = code.repeat(1000)
    await withSnippet(long, (page) => {
      expect(page.querySelector('pre')?.textContent).toBe(long)
      expect(page.querySelectorAll('pre span')).toHaveLength(0)
    })
  })

  test('fault-clipboard: is selected where the clipboard is closed', async () => {
    isClipboardOpen = false
    await withSnippet('<b>', async (page) => {
      await press(page)
      expect(getSelection()?.toString()).toBe('<b>')
      expect(page.textContent).toContain('Press Ctrl+C to copy')
    })
  })

  test.each([null, '', ' \n'])('%j is none, in words', async (code) => {
    await withSnippet(code, (page) => {
      expect(page.querySelector('pre, button')).toBeNull()
      expect(page.textContent).toContain('The service gave no snippet.')
    })
  })

  test('warns of invisible characters', async () => {
    const words = 'characters that cannot be seen'
    await withSnippet('var a = 1', (page) => expect(page.textContent).not.toContain(words))
    await withSnippet('var a\u200B = "\u202E"', (page) => {
      expect(page.textContent).toContain(words)
      expect(page.textContent).toContain('U+200B × 1, U+202E × 1')
    })
  })
})

describe('invisibleCharacters', () => {
  test.each([
    '\u200B',
    '\u200D',
    '\u2060',
    '\uFEFF',
    '\u00AD',
    '\u202A',
    '\u202E',
    '\u2067',
    '\u061C',
    '\u{E0041}',
    '\u3164',
  ])('finds %j', (character) => {
    expect(invisibleCharacters(`a${character}b${character}`)).toEqual([
      { name: expect.stringMatching(/^U\+[\dA-F]{4,5}$/), count: 2 },
    ])
  })
  test('leaves letters, signs and line ends', () => {
    expect(invisibleCharacters('<script>\r\n\tvar ё = "§ 🏠 مرحبا é"\n</script>\u00A0')).toEqual([])
  })
})

describe('highlight', () => {
  test('knows the words of HTML and of the script in it', () => {
    const kinds = new Map(
      highlight('<script async src="a.js">\n// note\nvar a = function () { return "b" + 1 }</script>')!.map(
        ({ text, kind }) => [text, kind],
      ),
    )
    expect(kinds.get('script')).toBe('name')
    expect(kinds.get('src')).toBe('value')
    expect(kinds.get('"a.js"')).toBe('string')
    expect(kinds.get('// note')).toBe('comment')
    expect(kinds.get('var')).toBe('keyword')
    expect(kinds.get('"b"')).toBe('string')
    expect(kinds.get('1')).toBe('value')
  })

  test('the pieces are the code', () => {
    fc.assert(
      fc.property(anyCode, (code) => {
        const pieces = highlight(code)
        expect(pieces === null || pieces.map(({ text }) => text).join('') === code).toBe(true)
      }),
      runs(300, 20_000),
    )
  })

  // Nested tags once took 20 s.
  test.each([
    '<script><a>',
    '<script>',
    '<script>a(',
    '<script></script>',
    '<script x="',
    '<a ',
    '<!--',
    '<script>`${',
  ])('20,000 characters of %j do not hold the page up', (part) => {
    const filled = (unit: string) => unit.repeat(Math.ceil(20_000 / unit.length))
    const ordinary = cost(() => void highlight(filled('<script>var a = "b" + 1 // note\n</script>')))
    expect(cost(() => void highlight(filled(part)))).toBeLessThan(50 * ordinary)
  })
})

test('the colours of code can be read on their ground, in both themes', () => {
  const styles = readFileSync(join(import.meta.dirname, '../../../styles.css'), 'utf8')
  const token = (name: string) => {
    const [, light, dark] =
      new RegExp(`--${name}: light-dark\\(oklch\\(([^)]*)\\), oklch\\(([^)]*)\\)\\);`).exec(styles) ?? []
    return [light, dark].map((written) => {
      const [lightness = 0, chroma = 0, degrees = 0] = written!.split(' ').map(Number)
      return fromOklch([lightness, chroma, (degrees * Math.PI) / 180])
    })
  }
  const grounds = token('rail')
  for (const name of ['code-keyword', 'code-name', 'code-string', 'code-value', 'text-2', 'text-3'])
    for (const [theme, colour] of token(name).entries())
      expect([name, theme, contrast(colour, grounds[theme]!) >= 4.5]).toEqual([name, theme, true])
})
