import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { parseEmbeddedJson } from '#/contract/embedded-json.ts'
import { whilePresented } from '#/test/presented.ts'
import { JsonValue } from './json-value.tsx'

const html = (json: string) => renderToStaticMarkup(<JsonValue value={parseEmbeddedJson(json) ?? null} />)
const texts = (markup: string) => markup.split(/<[^>]*>/).flatMap((text) => text.trim() || [])

describe('JsonValue', () => {
  test('a tree is its names and values, in their order', () => {
    expect(texts(html('{"id":7,"address":{"city":"Казань","rooms":[2,"три",true]}}'))).toEqual([
      'id',
      '7',
      'address',
      'city',
      'Казань',
      'rooms',
      '2',
      'три',
      'true',
    ])
  })

  test('what says nothing is absent with a reason, and a word for no value keeps its quotes', () => {
    expect(texts(html('[null,"",{}]'))).toEqual(['–', 'Not supplied by the service'])
    expect(texts(html('["a",null]'))).toEqual(['a', '–', 'Not supplied by the service'])
    expect(texts(html('["undefined"]'))).toEqual(['&quot;undefined&quot;'])
  })

  test('fault-markup: markup is text, long lists wait, and what is too deep is JSON', () => {
    expect(html('{"<b>":"<img src=x onerror=alert(1)>"}')).not.toMatch(/<(?:b|img)\b/)
    const many = JSON.stringify(Array.from({ length: 500 }, (_, index) => index))
    expect(html(many).match(/<li/g)).toHaveLength(20)
    expect(html(many)).toContain('Show all 500')
    expect(texts(html('{"a":{"b":{"c":{"d":{"e":1}}}}}')).at(-1)).toBe('{\n  &quot;e&quot;: 1\n}')
  })

  test('in a presentation sums are masked by their names, at any depth', async () => {
    const json =
      '{"quantity":2,"price":"61234 ₽","a":{"b":{"c":{"d":{"cost":54321}}}},"prices":[{"amount":98765}]}'
    await whilePresented(async () => {
      expect(html(json)).not.toMatch(/61234|54321|98765/)
      expect(texts(html(json))).toContain('2')
    })
    expect(html(json)).toMatch(/61234.*54321.*98765/s)
  })

  test('never throws, and never shows a leftover of the program', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        for (const text of texts(html(json)))
          expect(text).not.toMatch(/^(?:undefined|null|NaN)$|\[object \w+\]/)
      }),
    )
  })
})
