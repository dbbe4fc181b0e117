import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#/test/runs.ts'
import {
  documentedCode,
  optionCodes,
  scriptConfig,
  SCRIPT_OPTION,
  scriptConfigBody,
  toScriptConfigBody,
  type OptionCodes,
} from './script-config.ts'

const DOCUMENTED = Object.entries(SCRIPT_OPTION)

describe('the options that are on', () => {
  const read = (raw: unknown) => scriptConfig.lenient.parse(raw)

  test.each([
    [[], []],
    [
      ['utm', 'gtm', 'utm'],
      ['utm', 'gtm'],
    ],
    [
      ['utm', 3],
      ['utm', '3'],
    ],
  ])('%j', (raw, options) => {
    expect(read(raw)).toEqual(options)
  })

  // None of them may be read as "nothing is on": saving would make it so.
  test.each([null, undefined, 'utm', { utm: '3' }, 3, ['utm', null], [{ utm: 3 }]])(
    'unreadable: %j',
    (raw) => {
      expect(read(raw)).toBeNull()
    },
  )

  test('whatever comes, it is read', () => {
    fc.assert(
      fc.property(fc.anything(), (raw) => {
        const options = read(raw)
        expect(options === null || options.every((option) => typeof option === 'string')).toBe(true)
      }),
      runs(300, 20_000),
    )
  })
})

describe('the options that there may be (G26)', () => {
  test.each([null, undefined, [], ['utm'], 'none', 6, true])('%j: the documented six', (raw) => {
    expect([...optionCodes(raw)]).toEqual(DOCUMENTED)
  })

  test('those that the document does not name too, in the order they came', () => {
    expect([...optionCodes({ visitor_id: 6, utm: 3, toString: '7' })]).toEqual([
      ['visitor_id', 6],
      ['utm', 3],
      ['toString', 7],
    ])
    expect([...optionCodes({})]).toEqual([])
  })

  test('a code that cannot be read is the document’s, or unknown', () => {
    expect([...optionCodes({ utm: null, gtm: 'five', visitor_id: 1.5, constructor: {} })]).toEqual([
      ['utm', 3],
      ['gtm', 5],
      ['visitor_id', null],
      ['constructor', null],
    ])
    expect(optionCodes(JSON.parse('{"__proto__": 8}')).get('__proto__')).toBe(8)
    expect(documentedCode('toString')).toBeNull()
  })
})

describe('write-dto-exact-keys', () => {
  test('exactly the chosen options, codes as strings', () => {
    const codes = optionCodes(SCRIPT_OPTION)
    expect(JSON.stringify(toScriptConfigBody(['gtm', 'last_source'], codes))).toBe(
      '{"script_config":{"last_source":"0","gtm":"5"}}',
    )
    expect(JSON.stringify(toScriptConfigBody([], codes))).toBe('{"script_config":{}}')
  })

  const anyCodes = fc
    .uniqueArray(fc.tuple(fc.string(), fc.option(fc.integer())), { selector: ([option]) => option })
    .map((entries): OptionCodes => new Map(entries))

  test('nothing but known options gets out, and none of them is left out', () => {
    fc.assert(
      fc.property(
        anyCodes,
        fc.array(fc.string()),
        fc.infiniteStream(fc.boolean()),
        (codes, strange, coins) => {
          const known = [...codes].filter(([, code]) => code !== null).map(([option]) => option)
          const chosen = known.filter(() => coins.next().value)
          const body = toScriptConfigBody(chosen, codes)
          expect(Object.keys(body)).toEqual(['script_config'])
          expect(new Set(Object.keys(body.script_config))).toEqual(new Set(chosen))
          for (const option of chosen) expect(body.script_config[option]).toBe(String(codes.get(option)))
          expect(scriptConfigBody.safeParse(body).success).toBe(true)
          for (const option of strange.filter((one) => !known.includes(one)))
            expect(() => toScriptConfigBody([...chosen, option], codes)).toThrow(TypeError)
        },
      ),
      runs(300, 20_000),
    )
  })
})
