import postcss from 'postcss'
import { describe, expect, test } from 'vitest'
import { namedTokens, tokenSheet, tokensOf } from './tokens.ts'

const WHOLE = `@layer properties{@supports (x:y){*{--tw-shadow:0 0 #0000;--tw-blur:initial}}}
:root,.on-paper{color-scheme:light;--line:#ccc;--chart-1:#0aa;--heat-0:#eee;--heat-1:#ddd;--float:0 0 var(--line)}
:root{--spacing:4px}@property --tw-shadow{syntax:"*";inherits:false}`

const read = () => {
  const sheet = postcss.parse(WHOLE)
  return { sheet, tokens: tokensOf(sheet) }
}
const named = (text: string) => [...namedTokens(read().tokens, text)].map(({ name }) => name)

describe('tokens of one sheet in several', () => {
  test.each([
    ['color:var(--line)', ['--line']],
    ['box-shadow:var(--float)', ['--float', '--line']],
    ['fill={`var(--heat-${level})`}', ['--heat-0', '--heat-1']],
    ['box-shadow:var(--tw-shadow)', ['--tw-shadow', '--tw-shadow']],
    ['margin:var(--spacing)', []],
  ])('%s needs %j', (text, expected) => expect(named(text)).toEqual(expected))

  test('a part declares them under what they stood in, and the rest of the sheet no more', () => {
    const { sheet, tokens } = read()
    expect(tokenSheet(namedTokens(tokens, 'var(--chart-1) var(--tw-shadow) var(--heat-0)'))).toBe(
      '@property --tw-shadow{syntax:"*";inherits:false}' +
        '@layer properties{@supports (x:y){*{--tw-shadow:0 0 #0000;}}}' +
        ':root,.on-paper{--chart-1:#0aa;--heat-0:#eee;}',
    )
    for (const token of tokens) token.remove()
    expect(sheet.toString()).not.toMatch(/--(line|chart|heat|float|tw)/)
    expect(sheet.toString()).toContain('color-scheme:light')
    expect(sheet.toString()).toContain('--spacing:4px')
  })
})
