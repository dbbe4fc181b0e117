import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALL_STATUS } from '#/contract/codes.ts'
import { endpoints, type EndpointName } from '#/contract/endpoints.ts'
import { DOCUMENT, exampleOf } from '#/test/api-document.ts'
import { agency, client } from '#/contract/agency.ts'
import { listedCall, service } from '#/contract/call.ts'
import { customerStatus } from '#/contract/customer-status.ts'
import { obj, objEmailNotifyConfig } from '#/contract/object.ts'
import { pagination } from '#/contract/pagination.ts'
import { plan } from '#/contract/plan.ts'
import { user } from '#/contract/sign-in/user.ts'
import { checkAnswer, type Difference } from './check-answer.ts'
import { SECTIONS } from './sections.ts'

const object: Record<string, unknown> = { ...exampleOf('obj'), status: 'active', script_config: ['utm'] }
const listed = { ...exampleOf('call'), status: 2, call_type: { id: 1, name: 'COMMON' } }
const LIST_ONLY = ['messages', 'sms_message', 'email_text', 'widget_text', 'managers']
const without = (one: object, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(one).filter(([name]) => !names.includes(name)))
const single = without(listed, ...LIST_ONLY)
const page = { pagination: exampleOf('pagination') }
const ofObject = { obj: object, statuses: { answer: 2, noanswer: 3 }, services: [exampleOf('service')] }
const ofAgency = exampleOf('agency')

/** Each endpoint's answer exactly as documented. */
const ANSWERS: Readonly<Record<EndpointName, unknown>> = {
  sign_in: { user: { ...exampleOf('user'), objs: [object] } },
  agency: [{ agency: ofAgency }],
  update_agency: { agency: ofAgency },
  all_calls: { calls: [listed, { ...listed, status: 17 }], meta: { obj: [object], ...page } },
  object_calls: { calls: [listed], meta: { ...ofObject, ...page } },
  call: { call: single, meta: ofObject },
  objects: { objs: [object, object], meta: page },
  object: { obj: object },
  object_filters: {
    sources: [
      ['—', null],
      ['Direct', 'TYPEIN'],
    ],
    durations: [
      ['—', null],
      ['Under 30 s', 'lt30s'],
    ],
    call_statuses: [
      ['—', null],
      ['Answered', 'ANSWER'],
      ['Our own', 31],
    ],
  },
  script_config: { anything: 1 },
  geo: ['not shown'],
  plan: exampleOf('plan'),
}
const NAMES = Object.keys(ANSWERS) as EndpointName[]

const check = (name: EndpointName, answer: unknown, isHidden?: (field: string) => boolean) =>
  checkAnswer(endpoints[name], answer, isHidden).differences
const short = ({ kind, path, first, section, count, of }: Difference) => ({
  kind,
  path,
  first,
  section,
  count,
  of,
})

describe.each(NAMES)('%s', (name) => {
  test('an answer as documented has no difference', () => {
    expect(check(name, ANSWERS[name])).toEqual([])
  })
})

describe('each kind of difference, with its place and the section that describes it', () => {
  test('missing', () => {
    const shorter = without(listed, 'duration')
    const [one, ...more] = check('all_calls', {
      calls: [listed, shorter, shorter],
      meta: { obj: [], ...page },
    })
    expect(more).toEqual([])
    expect(one && short(one)).toEqual({
      kind: 'missing',
      path: 'calls[].duration',
      first: 'calls[1].duration',
      section: '2.5',
      count: 2,
      of: 3,
    })
    expect(one?.expected).toEqual(['integer', 'null'])
    expect(one?.seen.size).toBe(0)
  })

  test('extra', () => {
    const found = check('object', { obj: { ...object, tariff: { ...Object(object['tariff']), tax: 1.5 } } })
    expect(found.map(short)).toEqual([
      { kind: 'extra', path: 'obj.tariff.tax', first: 'obj.tariff.tax', section: '2.2', count: 1, of: 1 },
    ])
    expect([...found[0]!.seen]).toEqual(['number'])
  })

  test('another type, with all that came', () => {
    const found = check('all_calls', {
      calls: [{ ...listed, duration: '12' }, listed, { ...listed, duration: true }],
      meta: { obj: [], ...page },
    })
    expect(found.map(short)).toEqual([
      { kind: 'type', path: 'calls[].duration', first: 'calls[0].duration', section: '2.5', count: 2, of: 3 },
    ])
    expect([...found[0]!.seen]).toEqual(['string', 'boolean'])
    expect(found[0]!.expected).toEqual(['integer', 'null'])
  })

  test('null where the document writes none, and the whole answer', () => {
    expect(check('plan', { ...exampleOf('plan'), price: null }).map(short)).toEqual([
      { kind: 'type', path: 'price', first: 'price', section: '2.10', count: 1, of: 1 },
    ])
    expect(check('objects', []).map(short)).toEqual([
      { kind: 'type', path: '$', first: '$', section: '4.2', count: 1, of: 1 },
    ])
  })

  test('an integer where any number may be is none; a fraction where an integer belongs is one', () => {
    expect(check('plan', { ...exampleOf('plan'), sessions: 7 })).toEqual([])
    const [found] = check('object', { obj: { ...object, numbers: 7.5 } })
    expect(found && [...found.seen]).toEqual(['number'])
  })

  test.each([
    [
      'status of a contact',
      'call',
      { call: { ...single, status: 42 }, meta: ofObject },
      'call.status',
      '3.2',
      17,
    ],
    ['status of an object', 'object', { obj: { ...object, status: 'frozen' } }, 'obj.status', '3.1', 5],
    [
      'script option',
      'object',
      { obj: { ...object, script_config: ['utm', 'x'] } },
      'obj.script_config[]',
      '2.2',
      6,
    ],
    [
      'call type',
      'call',
      { call: { ...single, call_type: { id: 1, name: 'THIRD' } }, meta: ofObject },
      'call.call_type.name',
      '2.5',
      2,
    ],
    [
      'code of the map of statuses',
      'call',
      { call: single, meta: { ...ofObject, statuses: { ...CALL_STATUS, video: 18 } } },
      'meta.statuses.*',
      '3.2',
      17,
    ],
    [
      'code of a duration',
      'object_filters',
      {
        sources: [],
        durations: [
          ['—', null],
          ['Long', 'gt1h'],
        ],
        call_statuses: [],
      },
      'durations[][1]',
      '4.4',
      7,
    ],
  ] as const)('unknown %s', (_, name, answer, path, section, listedCodes) => {
    const found = check(name, answer)
    expect(found.map(({ kind }) => kind)).toEqual(['code'])
    expect(found[0]).toMatchObject({ path, section, listed: listedCodes, count: 1 })
  })

  test('what our server takes out is told apart, and what it adds is none', () => {
    const withheld = without(exampleOf('client'), 'auth_token')
    const answer = [{ agency: { ...ofAgency, clients: [{ ...withheld, client: 'a1' }] } }]
    expect(check('agency', answer).map(short)).toEqual([
      {
        kind: 'hidden',
        path: '[].agency.clients[].auth_token',
        first: '[0].agency.clients[0].auth_token',
        section: '2.9',
        count: 1,
        of: 1,
      },
    ])
    const masked = without(single, 'phone_number_from')
    const masking = { call: masked, meta: ofObject }
    expect(check('call', masking).map(({ kind }) => kind)).toEqual(['missing'])
    expect(check('call', masking, (field) => field === 'phone_number_from').map(({ kind }) => kind)).toEqual([
      'hidden',
    ])
  })

  test('a name that is no name is data, and in no path', () => {
    const found = check('object', { obj: { ...object, '+7 916 123-45-67': 1 } })
    expect(found.map(({ path, first }) => [path, first])).toEqual([['obj[…]', 'obj[…]']])
  })
})

test('marks lead from the record that holds a difference to it', () => {
  const wrong = { ...listed, duration: '12' }
  const { differenceMap } = checkAnswer(endpoints.all_calls, {
    calls: [listed, wrong],
    meta: { obj: [], ...page },
  })
  expect([...differenceMap]).toEqual([[wrong, new Map([['duration', 'type']])]])
})

test('the sections are those of the document', () => {
  const examples = { user, obj, obj_email_notify_config: objEmailNotifyConfig, call: listedCall, service }
  const more = { customer_status: customerStatus, agency, client, plan, pagination }
  for (const [name, { documented }] of Object.entries({ ...examples, ...more }))
    expect(SECTIONS.get(documented), name).toBe(DOCUMENT[name as keyof typeof DOCUMENT].section)
})

/** Paths of every value. */
const placesOf = (value: unknown, way: readonly (string | number)[] = []): (string | number)[][] =>
  typeof value === 'object' && value !== null
    ? [
        [...way],
        ...(Array.isArray(value)
          ? value.flatMap((one: unknown, index) => placesOf(one, [...way, index]))
          : Object.entries(value).flatMap(([name, one]) => placesOf(one, [...way, name]))),
      ]
    : [[...way]]

const changed = (
  value: unknown,
  [key, ...rest]: readonly (string | number)[],
  change: (value: unknown) => unknown,
): unknown => {
  if (key === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((one: unknown, index) => (index === key ? changed(one, rest, change) : one))
  return Object.fromEntries(
    Object.entries(Object(value)).flatMap(([name, one]) => {
      if (name !== key) return [[name, one]]
      const after = changed(one, rest, change)
      return after === undefined ? [] : [[name, after]]
    }),
  )
}

const written = (way: readonly (string | number)[]) =>
  way
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '') || '$'

const anAnswer = fc
  .constantFrom(...NAMES)
  .chain((name) => fc.record({ name: fc.constant(name), way: fc.constantFrom(...placesOf(ANSWERS[name])) }))

test('whatever stands at whatever place: the check finds nothing but codes exactly where the documented reading takes the answer', () => {
  fc.assert(
    fc.property(anAnswer, fc.option(fc.jsonValue(), { nil: undefined }), ({ name, way }, value) => {
      const answer = changed(ANSWERS[name], way, () => value)
      if (answer === undefined) return
      const { success } = endpoints[name].answer.documented.safeParse(answer)
      const found = check(name, answer).filter(({ kind }) => kind !== 'code' && kind !== 'hidden')
      const isOurs = check(name, answer).some(({ kind }) => kind === 'hidden')
      expect(found.length === 0 && !isOurs).toBe(success)
      // Differences are at the changed place or inside of it.
      for (const { first } of found) expect(first.startsWith(written(way)) || written(way) === '$').toBe(true)
    }),
  )
})

test('a field that is taken out is found where it was, one that is put in where it is', () => {
  fc.assert(
    fc.property(anAnswer, ({ name, way }) => {
      const last = way.at(-1)
      fc.pre(typeof last === 'string' && !['api_key', 'auth_token'].includes(last))
      const isKnown = !/script_config|statuses|blocked|possible/.test(written(way.slice(0, -1)))
      fc.pre(isKnown && !['script_config', 'geo'].includes(name))
      const lacking = check(
        name,
        changed(ANSWERS[name], way, () => undefined),
      )
      expect(lacking.map(({ kind, first }) => [kind, first])).toEqual([['missing', written(way)]])
      const beside = changed(ANSWERS[name], way.slice(0, -1), (holder) => ({
        ...Object(holder),
        added: null,
      }))
      const [found, ...more] = check(name, beside)
      expect(more).toEqual([])
      expect([found?.kind, found?.first]).toEqual(['extra', written([...way.slice(0, -1), 'added'])])
    }),
  )
})
