import * as z from 'zod/mini'

export interface Taint {
  readonly payload: string
  /** Makes numbers and picks between shapes; records of a list have numbers of their own. */
  readonly number: number
  /** `plain`, or `embedded` in JSON (G14). */
  readonly form: 'plain' | 'embedded'
  /** What must be something else for anything to be shown at all; undefined: nothing of it. */
  readonly instead?: (path: readonly string[], number: number) => unknown
  readonly lists?: (path: readonly string[]) => readonly Taint[] | undefined
}

/** JSON with the payload as a value and as a name, under names that pages look for, and nested. */
const embedded = (payload: string): string =>
  JSON.stringify({
    name: payload,
    email: payload,
    visitor: { name: payload, [payload]: payload },
    conversation: JSON.stringify({ 1: payload, 2: payload }),
    [payload]: [payload, { [payload]: payload }],
  })

/** Valid texts for schemas that take few: the first that a schema accepts stands for the payload. */
const SAMPLES = ['a_name', 'a-name', '2026-10', '2026-10-05', '1'] as const

/** What the document does not show may be anything: each shape in turn. */
const anyShape = ({ payload, number }: Taint): unknown =>
  [[payload, payload], { id: number, name: payload, color: payload, [payload]: number }, payload][number % 3]

/**
 * A value that the schema accepts, with the payload in every string of it, map keys included: a field that is added to a
 * schema is tainted by itself. Strings whose schema takes no such text get as much of the payload as it does, or a sample.
 * @throws Error for a kind of schema that nothing is known of: it must be told here
 */
export const tainted = (schema: z.core.$ZodType, taint: Taint, path: readonly string[] = []): unknown => {
  const own = taint.instead?.(path, taint.number)
  if (own !== undefined) return own
  const below = (inner: z.core.$ZodType, name?: string, of = taint) =>
    tainted(inner, of, name === undefined ? path : [...path, name])
  // oxlint-disable-next-line no-underscore-dangle -- zod's own name for how a schema is made.
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string': {
      const { form, payload } = taint
      const text = form === 'embedded' ? embedded(payload) : payload
      return firstOf(schema, [text, payload, payload.slice(0, 100), ...SAMPLES], path)
    }
    case 'number':
      return firstOf(schema, [(taint.number % 900) + 1, (taint.number % 28) + 1, 100], path)
    case 'boolean':
      return taint.number % 2 === 0
    case 'unknown':
      return anyShape(taint)
    case 'nullable':
    case 'optional':
      return below(def.innerType)
    case 'enum':
      return Object.values(def.entries)[taint.number % Object.keys(def.entries).length]
    case 'literal':
      return def.values[0]
    case 'union':
      return below(def.options[taint.number % def.options.length]!)
    case 'tuple':
      return def.items.map((item) => below(item))
    case 'array':
      return (taint.lists?.(path) ?? [taint, taint]).map((one) => below(def.element, '*', one))
    case 'record':
      return Object.fromEntries([[below(def.keyType), below(def.valueType)]])
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, below(field, name)]))
    default:
      return fail(path)
  }
}

const fail = (path: readonly string[]): never => {
  throw new Error(`Nothing is known of the schema at ${path.join('.')}`)
}

const firstOf = (
  schema: z.core.$ZodType,
  values: readonly (string | number)[],
  path: readonly string[],
): string | number => values.find((value) => z.safeParse(schema, value).success) ?? fail(path)
