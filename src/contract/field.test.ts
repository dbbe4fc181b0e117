import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exampleOf } from '#/test/api-document.ts'
import { agencyAnswer } from './agency.ts'
import { callAnswer, listedCall, objectCallsAnswer } from './call.ts'
import { endpoints } from './endpoints.ts'
import {
  flag,
  integer,
  integerId,
  seconds,
  isReadable,
  list,
  nested,
  number,
  orNull,
  record,
  records,
  text,
  textId,
  unknown,
  Unreadable,
  wrapped,
  type Field,
} from './field.ts'
import { obj, objectAnswer } from './object.ts'

const read = <D, L>(field: Field<D, L>, raw: unknown): L => {
  const parsed = field.lenient.safeParse(raw)
  if (!parsed.success) throw parsed.error
  return parsed.data
}
const isRead = (field: Field<unknown>, raw: unknown) => field.lenient.safeParse(raw).success

describe('fault-coercion: lenient values: what can safely be coerced is, everything else is null (G26)', () => {
  test.each([
    ['text', 'text'],
    ['', ''],
    [7, '7'],
    [true, 'true'],
    [null, null],
    [undefined, null],
    [{}, null],
    [['a'], null],
  ])('text %j → %j', (raw, value) => expect(read(text(), raw)).toBe(value))

  test.each([
    [7, 7],
    ['7', 7],
    [' 7 ', 7],
    ['-7', -7],
    ['7.0', 7],
    [7.5, null],
    ['7.5', null],
    ['7a', null],
    ['', null],
    ['0x10', null],
    ['Infinity', null],
    [NaN, null],
    [2 ** 53, null],
    ['9007199254740993', null],
    [true, null],
    [null, null],
    [[7], null],
  ])('integer %j → %j', (raw, value) => expect(read(integer(), raw)).toBe(value))

  test.each([
    [12, 12],
    [12.7, 12],
    ['59.99', 59],
    [0.4, 0],
    ['1:05', null],
    [null, null],
  ])('seconds %j → %j', (raw, value) => expect(read(seconds(), raw)).toBe(value))

  test.each([
    [1.5, 1.5],
    ['1.5', 1.5],
    ['.5', 0.5],
    ['1e3', 1000],
    ['1e999', null],
    ['1,5', null],
    ['', null],
    [null, null],
  ])('number %j → %j', (raw, value) => expect(read(number(), raw)).toBe(value))

  test.each([
    [true, true],
    [1, true],
    ['1', true],
    ['true', true],
    [false, false],
    [0, false],
    ['0', false],
    ['false', false],
    ['yes', null],
    [2, null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('flag %j → %j', (raw, value) => expect(read(flag(), raw)).toBe(value))

  test('a shape that is not shown is kept as it came (G17)', () => {
    const raw = { any: [1, { thing: null }] }
    expect(read(unknown('array'), raw)).toBe(raw)
  })

  test('every number survives as a number and as its own text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(read(number(), value)).toBe(value)
        expect(read(number(), String(value))).toBe(Number(String(value)))
      }),
    )
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(read(integer(), value)).toBe(value)
        expect(read(integer(), String(value))).toBe(value)
      }),
    )
  })

  test('of the values it knows, the two readings agree', () => {
    for (const field of [
      text(),
      integer(),
      number(),
      flag(),
      orNull(text()),
      orNull(flag()),
    ] as Field<unknown>[])
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.maxSafeInteger(), fc.boolean(), fc.constant(null)), (value) => {
          if (field.documented.safeParse(value).success) expect(read(field, value)).toBe(value)
        }),
      )
  })
})

describe('records', () => {
  const person = record('person', { id: integerId(), name: text(), is_known: orNull(flag()) })

  test('only the identifier is required; what is absent is null', () => {
    expect(read(person, { id: 1 })).toEqual({ id: 1, name: null, is_known: null })
    expect(read(listedCall, { id: 5 })).toMatchObject({
      id: 5,
      date: null,
      comments: [],
      customer_status: null,
    })
    expect(read(obj, { oid: 'a1' })).toMatchObject({
      oid: 'a1',
      title: null,
      tariff: null,
      custom_statuses: [],
      script_config: null,
    })
  })

  test('fields the document does not know are dropped', () => {
    expect(read(person, { id: 1, name: 'A', added: { later: true } })).toEqual({
      id: 1,
      name: 'A',
      is_known: null,
    })
  })

  test('fault-unknown-code: unknown codes are kept', () => {
    expect(read(listedCall, { id: 1, status: 42, call_type: { id: 9, name: 'NEW_KIND' } })).toMatchObject({
      status: 42,
      call_type: { id: 9, name: 'NEW_KIND' },
    })
    expect(read(obj, { oid: 'a', status: 'frozen' }).status).toBe('frozen')
  })

  test.each([[undefined], [null], ['x'], [1.5], [2 ** 53], ['9007199254740993'], [{}]])(
    'no integer id: %j',
    (id) => {
      expect(isRead(person, { id, name: 'A' })).toBe(false)
    },
  )

  test.each([[undefined], [null], [''], [{}], [[]]])('no text id: %j', (oid) => {
    expect(isRead(obj, { oid })).toBe(false)
  })

  test('an identifier in the other form is coerced', () => {
    expect(read(person, { id: '12' }).id).toBe(12)
    expect(read(textId(), 12)).toBe('12')
  })

  test('fault-prototype: prototype keys do no harm', () => {
    const raw: unknown = JSON.parse(
      '{"id":1,"__proto__":{"name":"planted"},"constructor":{"prototype":{"name":"x"}}}',
    )
    expect(read(person, raw)).toEqual({ id: 1, name: null, is_known: null })
    const inherited: unknown = Object.create({ id: 1, name: 'inherited' })
    expect(isRead(person, inherited)).toBe(false)
    const statuses: unknown = JSON.parse('{"answer":2,"__proto__":{"planted":1},"busy":"4"}')
    const { meta } = read(objectCallsAnswer, { calls: [], meta: { statuses } })
    expect(Object.entries(meta?.statuses ?? {})).toEqual([['answer', 2]])
    expect(Object.hasOwn(Object.prototype, 'planted')).toBe(false)
  })
})

describe('parts that the record around them does not need', () => {
  test('a nested object that cannot be read is null', () => {
    const field = nested(record('source', { id: integerId(), title: text() }))
    expect(read(field, { id: 1, title: 'Ads' })).toEqual({ id: 1, title: 'Ads' })
    for (const raw of [null, undefined, 'text', [], {}, { id: 'x' }]) expect(read(field, raw)).toBeNull()
  })

  test('of a list, what cannot be read is left out; what is no list is an empty one', () => {
    expect(read(list(text()), ['utm', 7, null, {}, 'gtm'])).toEqual(['utm', '7', 'gtm'])
    for (const raw of [null, undefined, {}, 'text', 7]) expect(read(list(text()), raw)).toEqual([])
  })
})

describe('list answers: each record is read alone', () => {
  const answer = record('calls', { calls: records(listedCall) })

  test('fault-big-id: a record without a usable identifier is one marked row, in its place, and the rest is kept', () => {
    const bad = [{ status: 2 }, { id: 2 ** 53 }, { id: '9007199254740993' }, 'text', null, []]
    const { calls } = read(answer, { calls: [{ id: 1 }, ...bad, { id: 2 }] })
    expect(calls).toHaveLength(bad.length + 2)
    expect(calls.filter(isReadable).map(({ id }) => id)).toEqual([1, 2])
    const fields = ['id', 'id', 'id', '', '', '']
    expect(calls.slice(1, -1)).toEqual(bad.map((raw, nth) => new Unreadable(raw, fields[nth])))
    expect(calls.slice(1, -1).every((one) => one instanceof Unreadable)).toBe(true)
  })

  test('a reading that fails says at which field', () => {
    const pathOf = (raw: unknown) => answer.lenient.safeParse(raw).error?.issues[0]?.path
    expect(pathOf({ calls: {} })).toEqual(['calls'])
    expect(pathOf('text')).toEqual([])
    const inner = record('agencies', { agency: record('agency', { id: integerId() }) })
    expect(inner.lenient.safeParse({ agency: { id: 'x' } }).error?.issues[0]?.path).toEqual(['agency', 'id'])
    const [one] = read(records(inner), [{ agency: { id: null } }])
    expect(one).toEqual(new Unreadable({ agency: { id: null } }, 'agency.id'))
  })

  test('an answer without its list is not the documented answer', () => {
    for (const raw of [{}, { calls: null }, { calls: {} }, null, [], 'text'])
      expect(isRead(answer, raw)).toBe(false)
  })

  test('missing or broken meta does not take the list with it', () => {
    for (const meta of [undefined, null, 'text', { pagination: 'x', obj: 7 }]) {
      const { calls, meta: readMeta } = read(endpoints.all_calls.answer, { calls: [{ id: 1 }], meta })
      expect(calls).toHaveLength(1)
      expect(readMeta?.pagination ?? null).toBeNull()
    }
  })
})

describe('wrapped and bare (G2, G24)', () => {
  test('a single resource is read wrapped and bare, documented only wrapped', () => {
    const bare = exampleOf('obj')
    expect(read(objectAnswer, { obj: bare })).toEqual(read(objectAnswer, bare))
    expect(objectAnswer.documented.safeParse({ obj: bare }).success).toBe(true)
    expect(objectAnswer.documented.safeParse(bare).success).toBe(false)
  })

  test('a call is read wrapped and bare', () => {
    const call = exampleOf('single_call')
    expect(read(callAnswer, { call, meta: null }).call).toEqual(read(callAnswer, call).call)
    for (const raw of [null, 'text', {}, { call: null }]) expect(isRead(callAnswer, raw)).toBe(false)
  })

  test('the agency is read as a list of wrapped or bare ones, and alone', () => {
    const agency = { ...exampleOf('agency'), clients: [{ client: 'c1', email: 'a@example.org' }] }
    const expected = read(agencyAnswer, [{ agency }])
    expect(expected[0]?.clients).toMatchObject([{ client: 'c1', company_name: null }])
    expect(read(agencyAnswer, [agency])).toEqual(expected)
    expect(read(agencyAnswer, { agency })).toEqual(expected)
    expect(agencyAnswer.documented.safeParse([agency]).success).toBe(false)
  })

  test('a wrapper that holds something else is no wrapper', () => {
    expect(isRead(wrapped('obj', obj), { obj: 'text' })).toBe(false)
  })
})

describe('whatever a service sends', () => {
  const NAMES = Object.keys(endpoints) as (keyof typeof endpoints)[]

  test.each(NAMES)('%s: the lenient reading never throws', (name) => {
    const { lenient }: Field<unknown> = endpoints[name].answer
    fc.assert(
      fc.property(
        fc.oneof(fc.anything({ withBigInt: true, withNullPrototype: true }), fc.jsonValue()),
        (raw) => {
          lenient.safeParse(raw)
        },
      ),
    )
  })

  /** Documented records with any fields replaced by anything. */
  const damaged = (whole: Record<string, unknown>) =>
    fc
      .dictionary(fc.constantFrom(...Object.keys(whole)), fc.anything(), { noNullPrototype: true })
      .map((changes) => ({ ...whole, ...changes }))

  test.each([
    ['call', listedCall, 'id'],
    ['obj', obj, 'oid'],
  ] as const)('a damaged %s is read as long as its identifier is', (resource, field, identifier) => {
    // With our server's additions.
    const whole = {
      ...exampleOf(resource),
      ...(resource === 'call' ? { caller: '' } : { own_number: '', country_code: '' }),
    }
    fc.assert(
      fc.property(damaged(whole), (raw) => {
        const parsed = field.lenient.safeParse({ ...raw, [identifier]: Object(whole)[identifier] })
        expect(parsed.success).toBe(true)
        expect(Object.keys(parsed.data ?? {})).toEqual(Object.keys(whole))
      }),
    )
  })

  test('a damaged call keeps every field that is not damaged', () => {
    const whole = exampleOf('call')
    fc.assert(
      fc.property(damaged(whole), (raw) => {
        const parsed = listedCall.lenient.safeParse({ ...raw, id: 1 })
        const untouched = Object.keys(whole).filter((name) => name !== 'id' && raw[name] === whole[name])
        for (const name of untouched) expect(parsed.data).toHaveProperty([name], whole[name])
      }),
    )
  })
})
