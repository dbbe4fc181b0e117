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
  constructor(raw: unknown) {
    this.raw = raw
  }
}

export const isReadable = <T>(record: T | Unreadable): record is T => !(record instanceof Unreadable)

/** Readers that never fail, called directly by records: a schema result for each of millions of values is too slow. */
const unfailing = new WeakMap<z.ZodMiniType, (raw: unknown) => unknown>()

const alwaysRead = <T>(read: (raw: unknown) => T): z.ZodMiniType<T> => {
  const schema = z.pipe(z.unknown(), z.transform(read))
  unfailing.set(schema, read)
  return schema
}

/** A reading that never fails: unreadable values are null. */
const coerced = <T>(read: (raw: unknown) => T | null): z.ZodMiniType<T | null> => alwaysRead(read)

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
  lenient: alwaysRead((raw) => raw),
})

const nullable = <L>(schema: z.ZodMiniType<L>): z.ZodMiniType<L | null> => {
  const read = unfailing.get(schema)
  return read ? alwaysRead((raw) => (raw === null ? null : (read(raw) as L))) : z.nullable(schema)
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
  lenient: z.pipe(z.transform(readInteger), z.int()),
})

export const textId = (): Field<string, string> => ({
  kind: 'string',
  documented: z.string(),
  lenient: z.pipe(z.transform(readText), z.string().check(z.minLength(1))),
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
  const readings = keys.map((key) => {
    const { lenient } = shape[key]!
    return { key, lenient, read: unfailing.get(lenient) }
  })
  // An absent field is read as null; unknown fields are dropped.
  const read = (raw: unknown, context: z.core.ParsePayload): unknown => {
    if (!isObject(raw)) {
      context.issues.push({ code: 'invalid_type', expected: 'object', input: raw })
      return raw
    }
    const found: Record<string, unknown> = {}
    for (const { key, lenient, read: readField } of readings) {
      const value = Object.hasOwn(raw, key) ? raw[key] : null
      if (readField) found[key] = readField(value)
      else {
        const parsed = lenient.safeParse(value)
        if (parsed.success) found[key] = parsed.data
        else context.issues.push({ code: 'custom', input: value, path: [key] })
      }
    }
    return found
  }
  return {
    kind,
    shape,
    documented: z.strictObject(documented) as unknown as z.ZodMiniType<DocumentedShape<S>>,
    lenient: z.pipe(z.unknown(), z.transform(read)) as unknown as z.ZodMiniType<LenientShape<S>>,
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
export const nested = <D, L>(field: Field<D, L>): Field<D, L | null> => ({
  kind: field.kind,
  documented: field.documented,
  lenient: coerced((raw) => {
    const parsed = field.lenient.safeParse(raw)
    return parsed.success ? parsed.data : null
  }),
})

/** `array of x`; anything else is an empty array, and unreadable items are dropped. */
export const list = <D, L>(item: Field<D, L>): Field<D[], Exclude<L, null>[]> => ({
  kind: `array of ${item.kind}`,
  documented: z.array(item.documented),
  lenient: alwaysRead((raw) =>
    (Array.isArray(raw) ? raw : []).flatMap((one) => {
      const parsed = item.lenient.safeParse(one)
      return parsed.success && parsed.data !== null ? [parsed.data as Exclude<L, null>] : []
    }),
  ),
})

/** A list's records, each parsed alone; unreadable ones are {@link Unreadable}. */
export const records = <D, L>(item: Field<D, L>): Field<D[], (L | Unreadable)[]> => ({
  kind: `array of ${item.kind}`,
  documented: z.array(item.documented),
  // The list is required: an answer without it is not the documented one (bad-response).
  lenient: z.pipe(
    z.pipe(
      z.array(z.unknown()),
      z.transform((all: unknown[]) =>
        all.map((raw) => {
          const parsed = item.lenient.safeParse(raw)
          return parsed.success ? parsed.data : new Unreadable(raw)
        }),
      ),
    ),
    z.custom<(L | Unreadable)[]>(),
  ),
})

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
