import * as z from 'zod/mini'

// zod compiles parsers with `new Function`, which the page's Content-Security-Policy and Trusted Types
// forbid; every schema module imports this one first.
z.config({ jitless: true })

/**
 * A field with two readings (G26). `documented`: exactly the document's type and nulls; the reference service is tested with
 * it. `lenient`: for screens; only identifiers are required, everything else becomes null or is coerced, and unknown codes are
 * kept. `kind` is the document's wording of the type (`string|null`, `array of comment`).
 */
export interface Field<D, L = D | null> {
  readonly kind: string
  readonly documented: z.ZodMiniType<D>
  readonly lenient: z.ZodMiniType<L>
}

export type Documented<F> = F extends Field<infer D, infer _> ? D : never
export type Lenient<F> = F extends Field<infer _, infer L> ? L : never

/** A list's record without a usable identifier: shown as a marked row instead of failing the page (G26). */
export class Unreadable {
  readonly raw: unknown
  /** The field without a usable value, `agency.id`; empty: the record is no JSON object. */
  readonly field: string
  constructor(raw: unknown, field = '') {
    this.raw = raw
    this.field = field
  }
}

export const isReadable = <T>(record: T | Unreadable): record is T => !(record instanceof Unreadable)

/** Returned for a value that cannot be read, with the path of the field in it. */
class Unread {
  readonly path: readonly PropertyKey[]
  constructor(path: readonly PropertyKey[]) {
    this.path = path
  }
}
const UNREAD = new Unread([])
type Read<T> = (raw: unknown) => T | Unread

/** Called directly by records and lists: a schema's result for each of millions of values is too slow. */
const direct = new WeakMap<z.ZodMiniType, Read<unknown>>()

const readingBy = <T>(read: Read<T>): z.ZodMiniType<T> => {
  const schema = z.pipe(
    z.unknown(),
    z.transform((raw, context) => {
      const value = read(raw)
      if (value instanceof Unread) context.issues.push({ code: 'custom', input: raw, path: [...value.path] })
      return value as T
    }),
  )
  direct.set(schema, read)
  return schema
}

const readerOf = <T>(schema: z.ZodMiniType<T>): Read<T> =>
  (direct.get(schema) as Read<T> | undefined) ??
  ((raw) => {
    const parsed = schema.safeParse(raw)
    return parsed.success ? parsed.data : new Unread(parsed.error.issues[0]?.path ?? [])
  })

/** A reading that never fails: unreadable values are null. */
const coerced = <T>(read: (raw: unknown) => T | null): z.ZodMiniType<T | null> => readingBy(read)

const isObject = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/** Lone surrogates become U+FFFD, since they cannot be part of an address. */
const readText = (raw: unknown) =>
  typeof raw === 'string'
    ? raw.toWellFormed()
    : typeof raw === 'number' || typeof raw === 'boolean'
      ? String(raw)
      : null

const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i
const readNumber = (raw: unknown) => {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : null
  if (typeof raw !== 'string' || !NUMBER.test(raw)) return null
  const value = Number(raw)
  return Number.isFinite(value) ? value : null
}

const readInteger = (raw: unknown) => {
  const value = readNumber(raw)
  return value !== null && Number.isSafeInteger(value) ? value : null
}

const FLAGS = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ['1', true],
  ['true', true],
  [false, false],
  [0, false],
  ['0', false],
  ['false', false],
])
const readFlag = (raw: unknown) => FLAGS.get(raw) ?? null

/** `string` */
export const text = (): Field<string> => ({
  kind: 'string',
  documented: z.string(),
  lenient: coerced(readText),
})

/** `integer` */
export const integer = (): Field<number> => ({
  kind: 'integer',
  documented: z.int(),
  lenient: coerced(readInteger),
})

/** `integer` of seconds: fractions are cut. */
export const seconds = (): Field<number> => ({
  kind: 'integer',
  documented: z.int(),
  lenient: coerced((raw) => {
    const value = readNumber(raw)
    return value === null ? null : readInteger(Math.floor(value))
  }),
})

/** `number` */
export const number = (): Field<number> => ({
  kind: 'number',
  documented: z.number(),
  lenient: coerced(readNumber),
})

/** `boolean` */
export const flag = (): Field<boolean> => ({
  kind: 'boolean',
  documented: z.boolean(),
  lenient: coerced(readFlag),
})

/** A shape that is not documented (G17): kept as received. */
export const unknown = (kind: string): Field<unknown, unknown> => ({
  kind,
  documented: z.unknown(),
  lenient: readingBy((raw) => raw),
})

const nullable = <L>(schema: z.ZodMiniType<L>): z.ZodMiniType<L | null> => {
  const read = readerOf(schema)
  return readingBy((raw) => (raw === null ? null : read(raw)))
}

/** `type|null` */
export const orNull = <D, L>(field: Field<D, L>): Field<D | null, L | null> => ({
  kind: `${field.kind}|null`,
  documented: z.nullable(field.documented),
  lenient: nullable(field.lenient),
})

/** A record's identifier; without it, or beyond 2^53, the record is unreadable (G26). */
export const integerId = (): Field<number, number> => ({
  kind: 'integer',
  documented: z.int(),
  lenient: readingBy((raw) => readInteger(raw) ?? UNREAD),
})

export const textId = (): Field<string, string> => ({
  kind: 'string',
  documented: z.string(),
  lenient: readingBy((raw) => readText(raw) || UNREAD),
})

type Shape = Record<string, Field<unknown, unknown>>
type DocumentedShape<S extends Shape> = { [K in keyof S]: Documented<S[K]> }
type LenientShape<S extends Shape> = { [K in keyof S]: Lenient<S[K]> }

/** A JSON object. `shape` is used by the contract test and the console. */
export interface RecordField<S extends Shape> extends Field<DocumentedShape<S>, LenientShape<S>> {
  readonly shape: S
}

export const record = <S extends Shape>(kind: string, shape: S): RecordField<S> => {
  const keys = Object.keys(shape)
  const documented: Record<string, z.ZodMiniType> = {}
  for (const key of keys) documented[key] = shape[key]!.documented
  const readings = keys.map((key) => ({ key, readField: readerOf(shape[key]!.lenient) }))
  // An absent field is read as null; unknown fields are dropped.
  const read: Read<LenientShape<S>> = (raw) => {
    if (!isObject(raw)) return UNREAD
    const found: Record<string, unknown> = {}
    for (const { key, readField } of readings) {
      const value = readField(Object.hasOwn(raw, key) ? raw[key] : null)
      if (value instanceof Unread) return new Unread([key, ...value.path])
      found[key] = value
    }
    return found as LenientShape<S>
  }
  return {
    kind,
    shape,
    documented: z.strictObject(documented) as unknown as z.ZodMiniType<DocumentedShape<S>>,
    lenient: readingBy(read),
  }
}

/**
 * Adds fields of our own server, outside of the API document.
 * @param added read leniently
 */
export const withAdded = <S extends Shape, A extends Shape>(
  { kind, shape, documented }: RecordField<S>,
  added: A,
): { readonly shape: S } & Field<DocumentedShape<S>, LenientShape<S & A>> => ({
  kind,
  shape,
  documented,
  lenient: record(kind, { ...shape, ...added }).lenient,
})

/** An optional nested object: null when unreadable. */
export const nested = <D, L>(field: Field<D, L>): Field<D, L | null> => {
  const read = readerOf(field.lenient)
  return {
    kind: field.kind,
    documented: field.documented,
    lenient: coerced((raw) => {
      const value = read(raw)
      return value instanceof Unread ? null : value
    }),
  }
}

/** `array of x`; anything else is an empty array, and unreadable items are dropped. */
export const list = <D, L>(item: Field<D, L>): Field<D[], Exclude<L, null>[]> => {
  const read = readerOf(item.lenient)
  return {
    kind: `array of ${item.kind}`,
    documented: z.array(item.documented),
    lenient: readingBy((raw) =>
      (Array.isArray(raw) ? raw : []).flatMap((one) => {
        const value = read(one)
        return value instanceof Unread || value === null ? [] : [value as Exclude<L, null>]
      }),
    ),
  }
}

/** A list's records, each parsed alone; unreadable ones are {@link Unreadable}. */
export const records = <D, L>(item: Field<D, L>): Field<D[], (L | Unreadable)[]> => {
  const read = readerOf(item.lenient)
  return {
    kind: `array of ${item.kind}`,
    documented: z.array(item.documented),
    // The list is required: an answer without it is not the documented one (bad-response).
    lenient: readingBy((raw) =>
      Array.isArray(raw)
        ? raw.map((one: unknown) => {
            const value = read(one)
            return value instanceof Unread ? new Unreadable(one, value.path.join('.')) : value
          })
        : UNREAD,
    ),
  }
}

/** `{"name": …}` around a single resource; also accepted without it (G24). */
export const wrapped = <N extends string, D, L>(
  name: N,
  field: Field<D, L>,
): Field<{ [K in N]: D }, { [K in N]: L }> => ({
  kind: `${name}: ${field.kind}`,
  documented: z.strictObject({ [name]: field.documented }) as unknown as z.ZodMiniType<{ [K in N]: D }>,
  lenient: z.pipe(
    z.transform((raw) => (isObject(raw) && isObject(raw[name]) ? { [name]: raw[name] } : { [name]: raw })),
    z.object({ [name]: field.lenient }),
  ) as unknown as z.ZodMiniType<{ [K in N]: L }>,
})
