import postcss from 'postcss'
import { describe, expect, test } from 'vitest'
import { sheetOf, utilitiesOf } from './styles-by-page.ts'

const WHOLE = `@layer utilities{.p-2{padding:8px}.p-4{padding:16px}.px-2{padding-inline:8px}.pl-4{padding-left:16px}
.text-bg{color:var(--bg)}.hover\\:p-4:hover{padding:16px}@media (width>760px){.desk\\:p-2{padding:8px}.desk\\:flex{display:flex}}}`
const utilities = utilitiesOf(postcss.parse(WHOLE))
const layerOf = (name: string) => utilities.find(({ classes }) => classes.includes(name))!.layer

describe('utilities of one sheet in several', () => {
  test.each([
    ['p-4', 'px-2'],
    ['px-2', 'pl-4'],
    ['pl-4', 'hover:p-4'],
    ['hover:p-4', 'desk:p-2'],
  ])('%s gives way to %s, whichever sheet comes first', (first, second) =>
    expect(layerOf(first)).toBeLessThan(layerOf(second)),
  )

  test('what nothing sets twice takes no layer of its own', () => {
    expect(layerOf('p-2')).toBe(layerOf('p-4'))
    expect(layerOf('text-bg')).toBe(layerOf('p-2'))
    expect(layerOf('desk:flex')).toBe(layerOf('p-2'))
  })

  test('a part keeps each rule, its layer and what it holds under', () => {
    const part = utilities.filter((_, index) => index % 2 === 1)
    const read = utilitiesOf(postcss.parse(sheetOf(part)))
    expect(read.map(({ text }) => text)).toEqual(part.map(({ text }) => text))
    expect(sheetOf(part)).toMatch(/^@layer utilities\{@layer a\{\.p-4\{padding:16px\}\}@layer c\{/)
    expect(sheetOf(part)).toContain('@media (width>760px){.desk\\:flex{display:flex}}')
  })
})
