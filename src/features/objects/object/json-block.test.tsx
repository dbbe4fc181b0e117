import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { runs } from '#/test/runs.ts'
import { isNothing, JsonBlock } from './json-block.tsx'

const html = (value: unknown) => renderToStaticMarkup(<JsonBlock value={value} />)
/** What is read there: the text between the tags, without what stands for signs in HTML. */
const shown = (value: unknown) =>
  html(value)
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(lt|gt|quot|amp|#x27);/g,
      (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name] ?? "'",
    )

describe('JsonBlock', () => {
  test('names that mean something to a program are names', () => {
    const hostile: unknown = JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":"<img src=x onerror=alert(1)>","toJSON":1,"</pre><script>":null}',
    )
    expect(html(hostile)).not.toMatch(/<(?:img|script)/)
    expect(JSON.parse(shown(hostile))).toEqual(hostile)
    expect(Object.hasOwn(JSON.parse(shown(hostile)) as object, '__proto__')).toBe(true)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test('what turns the writing direction or is not seen is written as JSON may write it', () => {
    expect(shown({ 'a\u202Eb': '\u200B\u{E0041}' })).toBe('{\n  "a\\u202eb": "\\u200b\\udb40\\udc41"\n}')
  })

  test('a long one waits', () => {
    expect(html('x'.repeat(5000))).toContain('Show all')
    expect(html('x'.repeat(5000)).length).toBeLessThan(3000)
  })

  test('it is the value, whatever that is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = shown(value)
        fc.pre(!text.includes('…'))
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      runs(200, 10_000),
    )
  })
})

test.each([null, undefined, '', ' ', [], {}])('%j is nothing', (value) => {
  expect(isNothing(value)).toBe(true)
})
test.each([0, false, 'none', [null], { a: null }])('%j is something', (value) => {
  expect(isNothing(value)).toBe(false)
})
