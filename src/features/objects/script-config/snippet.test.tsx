// @vitest-environment jsdom
import fc from 'fast-check'
import { act, render } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { runs } from '#/test/runs.ts'
import { invisibleCharacters } from './snippet.tsx'
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

const withSnippet = async (code: string | null, look: (page: HTMLElement) => Promise<void> | void) => {
  const { container: page, unmount } = render(<Snippet code={code} />)
  try {
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
