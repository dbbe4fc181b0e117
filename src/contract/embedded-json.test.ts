import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMBEDDED_JSON_MAX_CHARACTERS, EMBEDDED_JSON_MAX_DEPTH, parseEmbeddedJson } from './embedded-json.ts'

/** Every object inside, at any depth. */
const objectsIn = (value: unknown): object[] =>
  typeof value === 'object' && value !== null
    ? [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(objectsIn)]
    : []

describe('embedded-json-total', () => {
  test('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json(), fc.constant(null)),
        (source) => {
          parseEmbeddedJson(source)
        },
      ),
    )
    for (const source of [
      '',
      '{',
      '[1,]',
      'NaN',
      "{'a':1}",
      '\uFEFF{}',
      '{"a":1}}',
      'undefined',
      '\u0000',
      '0x1',
    ])
      expect(parseEmbeddedJson(source)).toBeUndefined()
    expect(parseEmbeddedJson(undefined)).toBeUndefined()
  })

  test('a document within the caps comes back as it is, without prototypes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const parsed = parseEmbeddedJson(JSON.stringify(value))
        const plain: unknown = JSON.parse(
          JSON.stringify(value, (key, item: unknown) =>
            ['__proto__', 'constructor', 'prototype'].includes(key) ? undefined : item,
          ),
        )
        expect(JSON.stringify(parsed)).toBe(JSON.stringify(plain))
        for (const object of objectsIn(parsed)) expect(Object.getPrototypeOf(object)).toBeNull()
      }),
    )
  })

  test('prototype keys are left out at any depth and pollute nothing', () => {
    const planted =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":1,"kept":2}'
    expect(JSON.stringify(parseEmbeddedJson(`[{"deep":${planted}}]`))).toBe('[{"deep":{"kept":2}}]')
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

describe('caps (G14)', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

  test('depth: 32 levels below the top are read, one more is not', () => {
    expect(parseEmbeddedJson(deep(EMBEDDED_JSON_MAX_DEPTH + 1))).toBeDefined()
    expect(parseEmbeddedJson(deep(EMBEDDED_JSON_MAX_DEPTH + 2))).toBeUndefined()
    expect(parseEmbeddedJson('{"a":'.repeat(40) + '1' + '}'.repeat(40))).toBeUndefined()
    expect(parseEmbeddedJson(deep(100_000))).toBeUndefined()
  })

  test('size: a longer document stays the text it is', () => {
    const ofLength = (characters: number) => JSON.stringify('x'.repeat(characters - 2))
    expect(parseEmbeddedJson(ofLength(EMBEDDED_JSON_MAX_CHARACTERS))).toHaveLength(
      EMBEDDED_JSON_MAX_CHARACTERS - 2,
    )
    expect(parseEmbeddedJson(ofLength(EMBEDDED_JSON_MAX_CHARACTERS + 1))).toBeUndefined()
  })
})
