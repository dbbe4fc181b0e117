import { inspect } from 'node:util'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

/** What the page never reads, and the library alone can: moments of questions to the audit log. */
const OF_SERVER = '../administration/asked.ts'
const MODULES = Object.entries(import.meta.glob<object>(['../**/*.ts', '!../**/*.test.ts'])).filter(
  ([path]) => path !== OF_SERVER && !path.endsWith('browser-zod.ts'),
)

interface Reading {
  readonly safeParse: (raw: unknown) => { readonly success: boolean; readonly data?: unknown }
}
const isReading = (value: unknown): value is Reading =>
  typeof value === 'object' && value !== null && 'safeParse' in value

/** All schemas that modules of the contract name, with what describes their values. */
const schemas = async () => {
  const found = new Map<string, { readonly reading: Reading; readonly described: Reading }>()
  for (const [path, load] of MODULES)
    for (const [name, one] of Object.entries(await load())) {
      const all =
        typeof one === 'object' && one !== null && !isReading(one)
          ? Object.entries(one as object)
          : [['', one] as const]
      const described = all.find(([part]) => part === 'documented')?.[1]
      for (const [part, value] of all)
        if (isReading(value))
          found.set(`${path} ${name}${part && `.${part}`}`, {
            reading: value,
            described: isReading(described) ? described : value,
          })
    }
  return found
}

interface Definition {
  readonly type: string
  readonly innerType: Reading
  readonly element: Reading
  readonly items: readonly Reading[]
  readonly options: readonly Reading[]
  readonly valueType: Reading
  readonly shape: Readonly<Record<string, Reading>>
  readonly entries: object
  readonly values: readonly unknown[]
  readonly in: Reading
  readonly format?: string
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly pattern?: RegExp } } }[]
}

const strange = fc.oneof(fc.anything({ maxDepth: 1 }), fc.double())
/** What refinements want to see, and what they do not. */
const TEXTS = ['', '1', '2026-03-01', '2026-02-30', '2026-03-01T10:00:00.000Z', '12:30', 'a@b.example']
const KEYS = fc.constantFrom('date', '2026-03', 'x', '', '__proto__')

/** Values that are like what a schema describes, and now and then are not. */
const like = (schema: Reading): fc.Arbitrary<unknown> => {
  const definition = (schema as unknown as { def: Definition }).def
  const often = (usual: fc.Arbitrary<unknown>) =>
    fc.oneof({ arbitrary: usual, weight: 400 }, { arbitrary: strange, weight: 1 })
  switch (definition.type) {
    case 'string': {
      const pattern = definition.checks?.flatMap(({ _zod }) => _zod.def.pattern ?? [])[0]
      const free = fc.oneof(
        fc.string({ minLength: 1, maxLength: 12 }),
        fc.constantFrom(...TEXTS),
        fc.constant('2026-03-01'),
      )
      return often(pattern ? fc.oneof(fc.stringMatching(pattern), free, fc.constant('2026-03-01')) : free)
    }
    case 'number':
      return often(definition.format ? fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer()) : fc.double())
    case 'boolean':
      return often(fc.boolean())
    case 'enum':
      return often(fc.constantFrom(...Object.values(definition.entries)))
    case 'literal':
      return often(fc.constantFrom(...definition.values))
    case 'nullable':
      return fc.oneof(fc.constant(null), like(definition.innerType))
    case 'optional':
      return fc.oneof(fc.constant(undefined), like(definition.innerType))
    case 'array':
      return often(fc.array(like(definition.element), { maxLength: 3 }))
    case 'tuple':
      return often(fc.tuple(...definition.items.map(like)))
    case 'union':
      return often(fc.oneof(...definition.options.map(like)))
    case 'record':
      return often(fc.dictionary(KEYS, like(definition.valueType), { maxKeys: 3 }))
    case 'pipe':
      return often(like(definition.in))
    case 'object': {
      const fields = Object.fromEntries(
        Object.entries(definition.shape).map(([name, field]) => [name, like(field)]),
      )
      const optionals = Object.entries(definition.shape).flatMap(([name, field]) =>
        (field as unknown as { def: Definition }).def.type === 'optional' ? [name] : [],
      )
      const required = Object.keys(fields).filter((name) => !optionals.includes(name))
      return often(
        fc.oneof(
          { arbitrary: fc.record(fields, { requiredKeys: required }), weight: 8 },
          { arbitrary: fc.record({ ...fields, more: strange }, { requiredKeys: [] }), weight: 1 },
        ),
      )
    }
    default:
      return strange
  }
}

const MOST_ROUNDS = 100

test('the browser reads with every schema of the contract what the library reads', async () => {
  const ofLibrary = await schemas()
  vi.resetModules()
  vi.doMock('zod/mini', () => import('./browser-zod.ts'))
  const ofBrowser = await schemas()
  vi.doUnmock('zod/mini')
  expect([...ofBrowser.keys()]).toEqual([...ofLibrary.keys()])
  expect(ofBrowser.size).toBeGreaterThan(100)
  const neverAccepted: string[] = []
  for (const [name, { reading, described }] of ofLibrary) {
    expect(reading, name).toBeInstanceOf(z.ZodMiniType)
    const own = ofBrowser.get(name)!.reading
    expect(own, name).not.toBeInstanceOf(z.ZodMiniType)
    const accepted: unknown[] = []
    // Values that fit several refinements at once are rare.
    for (let round = 0; round < MOST_ROUNDS && accepted.length === 0; round += 1)
      fc.assert(
        fc.property(like(described), (raw) => {
          const expected = reading.safeParse(raw)
          const said = own.safeParse(raw)
          if (expected.success) accepted.push(raw)
          const of = ({ success, data }: typeof said) =>
            inspect(success ? { data } : 'refused', { depth: Infinity })
          expect(of(said), `${name} of ${inspect(raw)}`).toBe(of(expected))
        }),
      )
    if (accepted.length === 0) neverAccepted.push(name)
  }
  expect(neverAccepted).toEqual([])
})
