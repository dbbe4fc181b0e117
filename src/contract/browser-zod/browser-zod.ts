/*
 * What the contract uses of `zod/mini`, for the browser: the build puts it in the library's place (`vite.config.ts`), since
 * the library is 9 kB of every page's first load, and four fifths of it say what is wrong in words that no screen shows.
 * What is accepted and what is made of it is the same for every schema of the contract, which `browser-zod.test.ts` asserts
 * beside the library. The server and the types are the library's. A function that is missing here fails the build.
 */

type Issues = unknown[]
type Read = (raw: unknown, issues: Issues) => unknown
type Test = (value: unknown) => unknown
interface Definition {
  readonly type: string
  readonly [part: string]: unknown
}
type Fields = Readonly<Record<string, ZodMiniType>>

export class ZodMiniType {
  readonly def: Definition
  readonly read: Read
  /** Whether an object may lack it, and then is read without it. */
  readonly mayLack: boolean
  readonly isLeftOut: boolean
  constructor(def: Definition, read: Read, mayLack = false, isLeftOut = false) {
    this.def = def
    this.read = read
    this.mayLack = mayLack
    this.isLeftOut = isLeftOut
  }

  get shape() {
    return this.def['shape']
  }

  check(...tests: readonly Test[]): this {
    const { def, read, mayLack, isLeftOut, constructor } = this
    const checked: Read = (raw, issues) => {
      const before = issues.length
      const value = read(raw, issues)
      if (issues.length === before && !tests.every((test) => test(value))) issues.push(value)
      return value
    }
    return new (constructor as typeof ZodMiniType)(def, checked, mayLack, isLeftOut) as this
  }

  safeParse(raw: unknown) {
    const issues: Issues = []
    const data = this.read(raw, issues)
    return issues.length === 0
      ? { success: true, data }
      : { success: false, error: new Error('Not as the contract says') }
  }

  parse(raw: unknown): unknown {
    const { data, error } = this.safeParse(raw)
    if (error) throw error
    return data
  }
}
export class ZodMiniOptional extends ZodMiniType {}
export class ZodMiniArray extends ZodMiniType {}
export class ZodMiniObject extends ZodMiniType {}

/** A value that is as it should be is taken as it is. */
const kept =
  (test: Test): Read =>
  (raw, issues) => {
    if (!test(raw)) issues.push(raw)
    return raw
  }
const isRecord = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

// What a module makes with these and nothing uses is left out of the build.

// @__NO_SIDE_EFFECTS__
export function string() {
  return new ZodMiniType(
    { type: 'string' },
    kept((raw) => typeof raw === 'string'),
  )
}
// @__NO_SIDE_EFFECTS__
function numberSchema() {
  return new ZodMiniType({ type: 'number' }, kept(Number.isFinite))
}
// @__NO_SIDE_EFFECTS__
export function int() {
  return new ZodMiniType({ type: 'number', format: 'safeint' }, kept(Number.isSafeInteger))
}
// @__NO_SIDE_EFFECTS__
export function boolean() {
  return new ZodMiniType(
    { type: 'boolean' },
    kept((raw) => typeof raw === 'boolean'),
  )
}
// @__NO_SIDE_EFFECTS__
function unknownSchema() {
  return new ZodMiniType({ type: 'unknown' }, (raw) => raw)
}
// @__NO_SIDE_EFFECTS__
export function custom() {
  return new ZodMiniType({ type: 'custom' }, (raw) => raw)
}
// @__NO_SIDE_EFFECTS__
export function literal(value: unknown) {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return new ZodMiniType(
    { type: 'literal', values },
    kept((raw) => values.includes(raw)),
  )
}
// @__NO_SIDE_EFFECTS__
function oneOf(values: readonly string[]) {
  const entries = Object.fromEntries(values.map((value) => [value, value]))
  return new ZodMiniType(
    { type: 'enum', entries },
    kept((raw) => values.includes(raw as string)),
  )
}
// @__NO_SIDE_EFFECTS__
export function nullable(innerType: ZodMiniType) {
  return new ZodMiniType(
    { type: 'nullable', innerType },
    (raw, issues) => (raw === null ? null : innerType.read(raw, issues)),
    innerType.mayLack,
    innerType.isLeftOut,
  )
}
// @__NO_SIDE_EFFECTS__
export function optional(innerType: ZodMiniType) {
  return new ZodMiniOptional(
    { type: 'optional', innerType },
    (raw, issues) => (raw === undefined ? undefined : innerType.read(raw, issues)),
    true,
    true,
  )
}
// @__NO_SIDE_EFFECTS__
export function array(element: ZodMiniType) {
  return new ZodMiniArray({ type: 'array', element }, (raw, issues) => {
    if (Array.isArray(raw)) return raw.map((one) => element.read(one, issues))
    issues.push(raw)
    return raw
  })
}
// @__NO_SIDE_EFFECTS__
export function tuple(items: readonly ZodMiniType[]) {
  return new ZodMiniType({ type: 'tuple', items }, (raw, issues) => {
    if (Array.isArray(raw) && raw.length === items.length)
      return items.map((item, nth) => item.read(raw[nth], issues))
    issues.push(raw)
    return raw
  })
}
// @__NO_SIDE_EFFECTS__
function recordSchema(keyType: ZodMiniType, valueType: ZodMiniType) {
  return new ZodMiniType({ type: 'record', keyType, valueType }, (raw, issues) => {
    if (!isRecord(raw)) {
      issues.push(raw)
      return raw
    }
    const found: Record<string, unknown> = {}
    for (const key of Object.keys(raw))
      if (key !== '__proto__') found[keyType.read(key, issues) as string] = valueType.read(raw[key], issues)
    return found
  })
}

/** @param isExact another field than these is refused; otherwise it is dropped */
const objectOf = (shape: Fields, isExact: boolean) => {
  // Their order is that of what is read.
  const fields = Object.entries(shape)
  return new ZodMiniObject({ type: 'object', shape, isExact }, (raw, issues) => {
    if (!isRecord(raw)) {
      issues.push(raw)
      return raw
    }
    const found: Record<string, unknown> = {}
    for (const [key, field] of fields) {
      const isHere = key in raw
      if (!isHere && field.isLeftOut && field.mayLack) continue
      if (!isHere && !field.mayLack) issues.push(key)
      const value = field.read(raw[key], issues)
      if (isHere || value !== undefined) found[key] = value
    }
    if (isExact) for (const key in raw) if (!Object.hasOwn(shape, key)) issues.push(key)
    return found
  })
}
// @__NO_SIDE_EFFECTS__
export function object(shape: Fields) {
  return objectOf(shape, false)
}
// @__NO_SIDE_EFFECTS__
export function strictObject(shape: Fields) {
  return objectOf(shape, true)
}
// @__NO_SIDE_EFFECTS__
export function partial({ def }: ZodMiniObject) {
  const fields = Object.entries(def['shape'] as Fields).map(([name, field]) => [name, optional(field)])
  return objectOf(Object.fromEntries(fields), def['isExact'] === true)
}
// @__NO_SIDE_EFFECTS__
export function extend({ def }: ZodMiniObject, more: Fields) {
  return objectOf({ ...(def['shape'] as Fields), ...more }, def['isExact'] === true)
}
// @__NO_SIDE_EFFECTS__
export function union(options: readonly ZodMiniType[]) {
  return new ZodMiniType(
    { type: 'union', options },
    (raw, issues) => {
      for (const option of options) {
        const own: Issues = []
        const value = option.read(raw, own)
        if (own.length === 0) return value
      }
      issues.push(raw)
      return raw
    },
    options.some((one) => one.mayLack),
    options.some((one) => one.isLeftOut),
  )
}
// @__NO_SIDE_EFFECTS__
export function discriminatedUnion(_name: string, options: readonly ZodMiniType[]) {
  return union(options)
}
// @__NO_SIDE_EFFECTS__
export function transform(make: (raw: unknown, context: { issues: Issues }) => unknown) {
  return new ZodMiniType({ type: 'transform' }, (raw, issues) => make(raw, { issues }), true)
}
// @__NO_SIDE_EFFECTS__
export function pipe(first: ZodMiniType, then: ZodMiniType) {
  return new ZodMiniType(
    { type: 'pipe', in: first, out: then },
    (raw, issues) => {
      const before = issues.length
      const value = first.read(raw, issues)
      return issues.length === before ? then.read(value, issues) : value
    },
    first.mayLack,
    then.isLeftOut,
  )
}

// @__NO_SIDE_EFFECTS__
export function minLength(least: number): Test {
  return (value) => (value as string).length >= least
}
// @__NO_SIDE_EFFECTS__
export function maxLength(most: number): Test {
  return (value) => (value as string).length <= most
}
// @__NO_SIDE_EFFECTS__
export function regex(pattern: RegExp): Test {
  return (value) => pattern.test(value as string)
}
// @__NO_SIDE_EFFECTS__
export function gte(least: number): Test {
  return (value) => (value as number) >= least
}
// @__NO_SIDE_EFFECTS__
export function lte(most: number): Test {
  return (value) => (value as number) <= most
}
// @__NO_SIDE_EFFECTS__
export function lt(bound: number): Test {
  return (value) => (value as number) < bound
}
// @__NO_SIDE_EFFECTS__
export function refine(test: Test): Test {
  return test
}

export const safeParse = (schema: ZodMiniType, raw: unknown) => schema.safeParse(raw)
/** Told not to compile parsers, it has nothing to do. */
export const config = (): void => {}

// Under the library's names, which cannot be a function's, or are another thing's in the contract too.
export {
  gte as minimum,
  lte as maximum,
  numberSchema as number,
  oneOf as enum,
  recordSchema as record,
  unknownSchema as unknown,
}
