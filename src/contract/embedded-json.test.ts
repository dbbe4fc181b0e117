import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#/test/runs.ts'
import { EMBEDDED_JSON_MAX_CHARACTERS, EMBEDDED_JSON_MAX_DEPTH, parseEmbeddedJson } from './embedded-json.ts'

/** All nested objects. */
const objectsIn = (value: unknown): object[] =>
  typeof value === 'object' && value !== null
    ? [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(objectsIn)]
    : []

/** The expected result: no prototype keys, large numbers as text. */
const plain = (value: unknown): string =>
  JSON.stringify(
    JSON.parse(JSON.stringify(value), (_, item: unknown) =>
      typeof item === 'number' && Math.abs(item) > Number.MAX_SAFE_INTEGER ? JSON.stringify(item) : item,
    ),
    (key, item: unknown) => (['__proto__', 'constructor', 'prototype'].includes(key) ? undefined : item),
  )

describe('embedded-json-total', () => {
  test('never throws, whatever the text', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.json(),
      // A truncated document, or one with an insertion.
      fc.tuple(fc.json(), fc.nat(), fc.string()).map(([json, at, put]) => {
        const cut = at % (json.length + 1)
        return json.slice(0, cut) + put + json.slice(cut)
      }),
      fc.tuple(fc.json(), fc.nat()).map(([json, at]) => json.slice(0, at % (json.length + 1))),
      fc.constant(null),
    )
    fc.assert(
      fc.property(text, (source) => {
        const parsed = parseEmbeddedJson(source)
        for (const object of objectsIn(parsed)) expect(Object.getPrototypeOf(object)).toBeNull()
      }),
      runs(500, 100_000),
    )
    expect(parseEmbeddedJson(undefined)).toBeUndefined()
  })

  test('never throws over what anything may become as text, and pollutes nothing', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: false, withNullPrototype: true, maxDepth: 5 }), (anything) => {
        const source = JSON.stringify(anything)
        const parsed = parseEmbeddedJson(source)
        expect(parsed === undefined).toBe(source === undefined)
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
      runs(500, 100_000),
    )
  })

  test('a document within the caps comes back as it is, without prototypes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const parsed = parseEmbeddedJson(JSON.stringify(value))
        expect(JSON.stringify(parsed)).toBe(plain(value))
        for (const object of objectsIn(parsed)) expect(Object.getPrototypeOf(object)).toBeNull()
      }),
      runs(500, 50_000),
    )
  })

  test('fault-prototype: prototype keys are left out at any depth and pollute nothing', () => {
    const planted =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":1,"kept":2}'
    expect(JSON.stringify(parseEmbeddedJson(`[{"deep":${planted}}]`))).toBe('[{"deep":{"kept":2}}]')
    // Escaped they are the same keys.
    expect(parseEmbeddedJson(String.raw`{"\u005f_proto__":{"polluted":1},"constr\u0075ctor":1}`)).toEqual(
      Object.create(null),
    )
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

/** Own cases for each rule of RFC 8259, by section. */
describe('RFC 8259', () => {
  test.each([
    ['2: blanks', ' \t\n\r[ \n1 , 2\t]\r ', [1, 2]],
    ['3: a document may be any value', 'null', null],
    ['3: true', ' true', true],
    ['4: an empty object', '{}', {}],
    ['4: an empty name', '{"":1}', { '': 1 }],
    ['4: of doubled names the last one counts', '{"a":1,"b":2,"a":{"c":3}}', { a: { c: 3 }, b: 2 }],
    ['4: names that only look alike are two', String.raw`{"a":1,"\u0061 ":2}`, { a: 1, 'a ': 2 }],
    ['4: names of methods', '{"toString":1,"hasOwnProperty":2}', { toString: 1, hasOwnProperty: 2 }],
    ['5: values of different types', '[null,1,"1",[1],{"a":1}]', [null, 1, '1', [1], { a: 1 }]],
    ['6: zero', '[0,-0,0.0,0e5,-0.0]', [0, -0, 0, 0, -0]],
    ['6: fractions and exponents', '[1.50,1e2,1E+2,12e-1,-3.5]', [1.5, 100, 100, 1.2, -3.5]],
    ['6: the last integer that is exact', '9007199254740991', 9007199254740991],
    ['6: one beyond keeps its digits', '{"id":9007199254740993}', { id: '9007199254740993' }],
    ['6: one far below too', '[-12345678901234567890]', ['-12345678901234567890']],
    ['6: no infinity', '[1e400,-1E999]', ['1e400', '-1E999']],
    ['6: too small is zero', '1e-400', 0],
    ['7: escapes', String.raw`"\"\\\/\b\f\n\r\t\u0041"`, '"\\/\b\f\n\r\tA'],
    ['7: an escaped NUL', String.raw`"a\u0000b"`, 'a\u0000b'],
    ['7: a pair of escapes is one character', String.raw`"\ud83d\uDE00"`, '😀'],
    ['7: DEL and line separators stand for themselves', '"\u007f\u2028\u2029"', '\u007f\u2028\u2029'],
    ['8.2: half a character', String.raw`"\uD83D"`, '\uFFFD'],
    ['8.2: halves in the wrong order', String.raw`["\uDE00\uD83D x"]`, ['\uFFFD\uFFFD x']],
    ['8.2: half a character in a name', String.raw`{"\uD800":1}`, { '\uFFFD': 1 }],
    ['8.1: a byte order mark inside a text', '"\uFEFF"', '\uFEFF'],
  ])('reads %s', (_, source, expected) => {
    expect(JSON.parse(JSON.stringify({ value: parseEmbeddedJson(source) }))).toEqual(
      JSON.parse(JSON.stringify({ value: expected })),
    )
  })

  test.each([
    ['2: nothing', ''],
    ['2: blanks only', ' \n'],
    ['2: a blank of another kind', '[1,\u00A02]'],
    ['2: a vertical tab', '[\v1]'],
    ['2: two values', '1 2'],
    ['2: a comment', '[1] // one'],
    ['2: something after the end', '{"a":1}}'],
    ['3: True', 'True'],
    ['3: half a word', 'nul'],
    ['3: undefined', 'undefined'],
    ['4: a name without quotes', '{a:1}'],
    ['4: a number for a name', '{1:1}'],
    ['4: quotes of another kind', "{'a':1}"],
    ['4: a comma at the end', '{"a":1,}'],
    ['4: no value', '{"a":}'],
    ['4: no colon', '{"a" 1}'],
    ['4: left open', '{"a":1'],
    ['5: a comma at the end', '[1,]'],
    ['5: a comma at the start', '[,1]'],
    ['5: the wrong bracket', '[1}'],
    ['5: left open', '[[]'],
    ['6: a plus', '+1'],
    ['6: zeros before', '012'],
    ['6: minus zeros', '-01'],
    ['6: no digit before the point', '.5'],
    ['6: no digit behind the point', '1.'],
    ['6: no digit in the exponent', '1e'],
    ['6: another base', '0x1F'],
    ['6: NaN', 'NaN'],
    ['6: Infinity', '[-Infinity]'],
    ['6: digits of another script', '１'],
    ['6: groups of digits', '1_000'],
    ['7: left open', '"a'],
    ['7: a line break', '"a\nb"'],
    ['7: a tab', '"a\tb"'],
    ['7: NUL', '"a\u0000b"'],
    ['7: an unknown escape', String.raw`"\x41"`],
    ['7: an escape cut off', String.raw`"\u00"`],
    ['7: an escape of no digits', String.raw`"\uZZZZ"`],
    ['7: a backslash at the end', String.raw`"\"`],
    ['8.1: a byte order mark', '\uFEFF{}'],
  ])('does not read %s', (_, source) => {
    expect(parseEmbeddedJson(source)).toBeUndefined()
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
