import * as z from 'zod/mini'

// zod compiles parsers with `new Function` unless told not to before the first schema is made; the page's
// Content-Security-Policy and Trusted Types forbid that, and every schema module imports this one first.
z.config({ jitless: true })

/**
 * One field of the API document with its two readings (gap G26):
 * - `documented`: the type and the nulls exactly as the document writes them. The reference service is tested by it.
 * - `lenient`: what screens read. Only an identifier is required; anything else null, absent or safely
 *   coercible is taken as null or as its value, and unknown codes are kept.
 *
 * `kind` is the document's own wording of the type (`string|null`, `array of comment`).
 */
export interface Field<D, L = D | null> {
  readonly kind: string
  readonly documented: z.ZodMiniType<D>
  readonly lenient: z.ZodMiniType<L>
}

export type Documented<F> = F extends Field<infer D, infer _> ? D : never
export type Lenient<F> = F extends Field<infer _, infer L> ? L : never

/** A record of a list that has no usable identifier: shown as one marked row, never a failed page (G26). */
export class Unreadable {
  readonly raw: unknown
  constructor(raw: unknown) {
    this.raw = raw
  }
}

export const isReadable = <T>(record: T | Unreadable): record is T => !(record instanceof Unreadable)

/**
 * What the readings that never fail are made of. A record asks them itself, without a schema's result around each value:
 * lists of a hundred thousand contacts have some millions of them.
 */
const unfailing = new WeakMap<z.ZodMiniType, (raw: unknown) => unknown>()

const alwaysRead = <T>(read: (raw: unknown) => T): z.ZodMiniType<T> => {
  const schema = z.pipe(z.unknown(), z.transform(read))
  unfailing.set(schema, read)
  return schema
}

/** A reading that never fails: what `read` cannot make sense of is null. */
const coerced = <T>(read: (raw: unknown) => T | null): z.ZodMiniType<T | null> => alwaysRead(read)

const isObject = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/** A half of a character is no text: shown as U+FFFD, since nothing that holds one can stand in an address. */
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

/** `integer` of seconds: a fraction that a recorder writes is cut off, since the second is not over. */
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

/** A shape the document does not show (G17): kept as it came. */
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

/** The integer that identifies a record; absent, or beyond 2^53, the record cannot be read (G26). */
export const integerId = (): Field<number, number> => ({
  kind: 'integer',
  documented: z.int(),
  lenient: z.pipe(z.transform(readInteger), z.int()),
})

/** The string that identifies a record. */
export const textId = (): Field<string, string> => ({
  kind: 'string',
  documented: z.string(),
  lenient: z.pipe(z.transform(readText), z.string().check(z.minLength(1))),
})

type Shape = Record<string, Field<unknown, unknown>>
type DocumentedShape<S extends Shape> = { [K in keyof S]: Documented<S[K]> }
type LenientShape<S extends Shape> = { [K in keyof S]: Lenient<S[K]> }

/** A JSON object with these fields. `shape` stays readable: the contract test and the console list it. */
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
  // An absent field is read as null; fields the document does not know are dropped.
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
 * The same with what our own server adds to each such record: it is read, and no part of the API document.
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

/** A nested object that is not needed to read the record around it: null when it cannot be read. */
export const nested = <D, L>(field: Field<D, L>): Field<D, L | null> => ({
  kind: field.kind,
  documented: field.documented,
  lenient: coerced((raw) => {
    const parsed = field.lenient.safeParse(raw)
    return parsed.success ? parsed.data : null
  }),
})

/** `array of x`; anything else than an array is read as an empty one, and what cannot be read in it is left out. */
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

/** A list answer's records, each parsed alone: one that cannot be read is kept as {@link Unreadable}. */
export const records = <D, L>(item: Field<D, L>): Field<D[], (L | Unreadable)[]> => ({
  kind: `array of ${item.kind}`,
  documented: z.array(item.documented),
  // The list itself is not optional: an answer without it is not the documented answer (bad-response).
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

/** `{"name": …}` around a single resource; the lenient reading accepts it bare as well (G24). */
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
