import type * as z from 'zod/mini'
import type { Endpoint } from '#/contract/endpoint.ts'
import { ADDED, CODES, CONTACTS, SECTIONS, WITHHELD, type KnownCodes } from './sections.ts'

/*
 * The contract check: differences between an answer and its endpoint's documented schema (G26). It walks the
 * schemas, so new fields and endpoints are checked automatically.
 */

export type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/** `hidden`: removed by our server (G12, G25). */
export type DifferenceKind = 'missing' | 'extra' | 'type' | 'code' | 'hidden'

export interface Difference {
  readonly kind: DifferenceKind
  /** `calls[].call_type.name` */
  readonly path: string
  /** `calls[0].call_type.name`: the first occurrence; `$` is the answer itself. */
  readonly first: string
  /** Documented types; empty: an undocumented field. */
  readonly expected: readonly TypeName[]
  readonly seen: ReadonlySet<TypeName>
  /** The first unknown code. A value: never export or store it. */
  readonly value: unknown
  readonly listed: number
  readonly section: string
  readonly count: number
  readonly of: number
}

/** Differences by their record or list and the key in it, to highlight them. */
export type DifferenceMap = ReadonlyMap<object, ReadonlyMap<string | number, DifferenceKind>>

export interface Checked {
  readonly differences: readonly Difference[]
  readonly differenceMap: DifferenceMap
}

/** A place in the answer, shared by all records of a list. */
interface Place {
  readonly steps: Map<string, Place>
  readonly path: string
  visits: number
}

const placeAfter = (place: Place, step: string): Place => {
  const there = place.steps.get(step)
  if (there) return there
  const made: Place = { steps: new Map(), path: place.path + step, visits: 0 }
  place.steps.set(step, made)
  return made
}

type Schema = z.ZodMiniType

/** The parts of a zod schema that the contract uses. */
type Definition =
  | { readonly type: 'nullable'; readonly innerType: Schema }
  | { readonly type: 'object'; readonly shape: Readonly<Record<string, Schema>> }
  | { readonly type: 'array'; readonly element: Schema }
  | { readonly type: 'tuple'; readonly items: readonly Schema[] }
  | { readonly type: 'record'; readonly valueType: Schema }
  | { readonly type: 'union'; readonly options: readonly Schema[] }
  | { readonly type: 'number'; readonly format?: string }
  | { readonly type: 'string' | 'boolean' | 'unknown' }

const definitionOf = (schema: Schema): Definition => schema.def as unknown as Definition

const typeOf = (value: unknown): TypeName =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'number'
        ? Number.isSafeInteger(value)
          ? 'integer'
          : 'number'
        : typeof value === 'string' || typeof value === 'boolean'
          ? typeof value === 'string'
            ? 'string'
            : 'boolean'
          : 'object'

const typesOf = (schema: Schema): readonly TypeName[] => {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'nullable':
      return [...typesOf(definition.innerType), 'null']
    case 'union':
      return definition.options.flatMap(typesOf)
    case 'tuple':
      return ['array']
    case 'record':
      return ['object']
    case 'number':
      return [definition.format === undefined ? 'number' : 'integer']
    case 'unknown':
      return []
    default:
      return [definition.type]
  }
}

/** A path step. Unusual names, such as numbers, may be data and are masked. */
const stepOf = (name: string): string => (/^[a-z_][\w-]{0,63}$/i.test(name) ? `.${name}` : '[…]')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wayStep = (key: string | number): string => (typeof key === 'number' ? `[${key}]` : stepOf(key))
const pathName = (path: string): string => (path === '' ? '$' : path.replace(/^\./, ''))

type Found = {
  -readonly [K in keyof Omit<Difference, 'of' | 'seen'>]: Difference[K]
} & {
  readonly seen: Set<TypeName>
  /** The place that `of` counts. */
  readonly among: Place
}

interface Spot {
  readonly place: Place
  readonly holder: object | null
  readonly section: string
  readonly codes: KnownCodes | null
}

const sectionOf = ({ source }: Pick<Endpoint, 'source'>): string => source.split(', ')[0]!

/**
 * Compares an answer with the document.
 * @param isHidden fields of a contact hidden from this user (G12)
 */
export const checkAnswer = (
  endpoint: Pick<Endpoint, 'answer' | 'source'>,
  answer: unknown,
  isHidden: (field: string) => boolean = () => false,
): Checked => {
  const found = new Map<string, Found>()
  const differenceMap = new Map<object, Map<string | number, DifferenceKind>>()
  const way: (string | number)[] = []

  const add = (
    kind: DifferenceKind,
    schema: Schema | null,
    value: unknown,
    { place, holder, section, codes }: Spot,
    among = place,
  ) => {
    const key = `${kind} ${place.path}`
    let one = found.get(key)
    if (!one) {
      one = {
        kind,
        path: pathName(place.path),
        first: pathName(way.map(wayStep).join('')),
        expected: schema === null ? [] : typesOf(schema),
        seen: new Set(),
        value: kind === 'code' ? value : undefined,
        listed: kind === 'code' ? (codes?.known.size ?? 0) : 0,
        section,
        count: 0,
        among,
      }
      found.set(key, one)
    }
    one.count += 1
    if (value !== undefined) one.seen.add(typeOf(value))
    const last = way.at(-1)
    if (holder === null || last === undefined) return
    const inHolder = differenceMap.get(holder) ?? new Map<string | number, DifferenceKind>()
    differenceMap.set(holder, inHolder.set(last, kind))
  }

  const enter = (key: string | number, visitField: () => void) => {
    way.push(key)
    visitField()
    way.pop()
  }

  const step = (
    schema: Schema,
    value: unknown,
    path: string,
    key: string | number,
    { place, section, codes }: Omit<Spot, 'holder'>,
    holder: object,
  ) => {
    way.push(key)
    visit(schema, value, { place: placeAfter(place, path), holder, section, codes })
    way.pop()
  }

  const code = (schema: Schema, value: unknown, spot: Spot) => {
    const { codes } = spot
    if (codes !== null && !codes.known.has(value))
      add('code', schema, value, { ...spot, section: codes.section })
  }

  const fields = (
    schema: Schema,
    shape: Readonly<Record<string, Schema>>,
    value: Record<string, unknown>,
    { place, section: above }: Spot,
  ) => {
    const section = SECTIONS.get(schema) ?? above
    const codes = CODES.get(schema)
    const spotOf = (name: string): Spot => ({
      place: placeAfter(place, stepOf(name)),
      holder: value,
      section,
      codes: null,
    })
    for (const [name, field] of Object.entries(shape))
      if (Object.hasOwn(value, name))
        step(field, value[name], stepOf(name), name, { place, section, codes: codes?.[name] ?? null }, value)
      else {
        const isOurs = name === WITHHELD.get(schema) || (CONTACTS.has(schema) && isHidden(name))
        enter(name, () => add(isOurs ? 'hidden' : 'missing', field, undefined, spotOf(name), place))
      }
    for (const [name, one] of Object.entries(value))
      if (!Object.hasOwn(shape, name) && !ADDED.get(schema)?.includes(name))
        enter(name, () => add('extra', null, one, spotOf(name), place))
  }

  const visit = (schema: Schema, value: unknown, spot: Spot): void => {
    const { place } = spot
    place.visits += 1
    const outer = definitionOf(schema)
    if (outer.type === 'nullable' && value === null) return
    const inner = outer.type === 'nullable' ? outer.innerType : schema
    const definition = definitionOf(inner)
    switch (definition.type) {
      case 'unknown':
        return
      case 'object':
        if (!isRecord(value)) break
        return fields(inner, definition.shape, value, spot)
      case 'array':
        if (!Array.isArray(value)) break
        for (const [index, one] of value.entries()) step(definition.element, one, '[]', index, spot, value)
        return
      case 'tuple':
        if (!Array.isArray(value) || value.length !== definition.items.length) break
        for (const [index, item] of definition.items.entries())
          // In `[label, code]` the second is a code (API document 4.4).
          step(item, value[index], `[${index}]`, index, index === 1 ? spot : { ...spot, codes: null }, value)
        return
      case 'record':
        if (!isRecord(value)) break
        for (const [name, one] of Object.entries(value))
          step(definition.valueType, one, '.*', name, spot, value)
        return
      case 'nullable':
        break
      default: {
        const type = typeOf(value)
        const expected = typesOf(inner)
        if (!expected.includes(type) && !(type === 'integer' && expected.includes('number'))) break
        if (value !== null) code(schema, value, spot)
        return
      }
    }
    add('type', schema, value, spot)
  }

  visit(endpoint.answer.documented, answer, {
    place: { steps: new Map(), path: '', visits: 0 },
    holder: null,
    section: sectionOf(endpoint),
    codes: null,
  })
  return {
    differences: [...found.values()].map(({ among, ...one }) => ({ ...one, of: among.visits })),
    differenceMap,
  }
}
