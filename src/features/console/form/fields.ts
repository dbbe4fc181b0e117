import * as z from 'zod/mini'
import { callFilterSchemas, dayParameter, objectStatusFilter } from '#/contract/call-filters.ts'
import { isPathValue, type Endpoint, type PathParameter } from '#/contract/endpoint.ts'
import type { ConsoleRequest } from '#/api/console/send-request.ts'

/* Form derived from path, query and body schema. Input stays text until sent. */

type Entry =
  | { readonly is: 'text' | 'digits' | 'number' | 'date' | 'password' | 'email' }
  /** One of these. */
  | { readonly is: 'choice'; readonly options: readonly string[] }
  | { readonly is: 'flag'; readonly value: string }
  | { readonly is: 'boolean' }
  | { readonly is: 'json' }

export interface ConsoleField {
  readonly id: string
  /** Documented name: `oid`, `period`, `agency.name`. */
  readonly name: string
  readonly where: 'path' | 'query' | 'body'
  readonly entry: Entry
  readonly isRequired: boolean
  /** Empty is sent as null. */
  readonly isNullable: boolean
  /** Validates the value. */
  readonly schema: z.ZodMiniType
}

type Schema = z.ZodMiniType
type Definition =
  | { readonly type: 'nullable' | 'optional'; readonly innerType: Schema }
  | { readonly type: 'object'; readonly shape: Readonly<Record<string, Schema>> }
  | { readonly type: 'enum'; readonly entries: Readonly<Record<string, string>> }
  | { readonly type: 'literal'; readonly values: readonly string[] }
  | { readonly type: 'string' | 'number' | 'boolean' | 'record' | 'array' | 'unknown' }
const definitionOf = (schema: Schema): Definition => schema.def as unknown as Definition

const page = z.string().check(z.regex(/^[1-9]\d{0,8}$/))

const QUERY: Readonly<Record<string, Schema>> = {
  ...callFilterSchemas,
  page,
  status: objectStatusFilter,
}
const anyText = z.string()

const entryOf = (schema: Schema, name: string): Entry => {
  if (schema === dayParameter) return { is: 'date' }
  if (schema === page) return { is: 'digits' }
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'enum':
      return { is: 'choice', options: Object.values(definition.entries) }
    case 'literal':
      return { is: 'flag', value: definition.values[0]! }
    case 'nullable':
    case 'optional':
      return entryOf(definition.innerType, name)
    case 'boolean':
      return { is: 'boolean' }
    case 'number':
      return { is: 'number' }
    case 'string':
      return { is: name.includes('password') ? 'password' : name.endsWith('email') ? 'email' : 'text' }
    default:
      return { is: 'json' }
  }
}

const isOptional = (schema: Schema) => definitionOf(schema).type === 'optional'
const isNullable = (schema: Schema): boolean => {
  const definition = definitionOf(schema)
  return (
    definition.type === 'nullable' || (definition.type === 'optional' && isNullable(definition.innerType))
  )
}

const bodyFields = (schema: Schema, way: readonly string[]): ConsoleField[] => {
  const definition = definitionOf(schema)
  if (definition.type === 'object')
    return Object.entries(definition.shape).flatMap(([name, field]) => bodyFields(field, [...way, name]))
  const name = way.join('.')
  return [
    {
      id: `body.${name}`,
      name: name || 'body',
      where: 'body',
      entry: entryOf(schema, name),
      isRequired: !isOptional(schema) && !isNullable(schema),
      isNullable: isNullable(schema),
      schema,
    },
  ]
}

const pathParameters = ({ path }: Pick<Endpoint, 'path'>): PathParameter[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as PathParameter)

const pathField = (name: PathParameter): ConsoleField => ({
  id: `path.${name}`,
  name,
  where: 'path',
  entry: { is: name === 'call_id' ? 'digits' : 'text' },
  isRequired: true,
  isNullable: false,
  schema: z.string().check(z.refine((value) => isPathValue(name, value))),
})

const queryField = (name: string): ConsoleField => {
  const schema = QUERY[name] ?? anyText
  return {
    id: `query.${name}`,
    name,
    where: 'query',
    entry: entryOf(schema, name),
    isRequired: false,
    isNullable: false,
    schema,
  }
}

export const fieldsOf = (endpoint: Endpoint): readonly ConsoleField[] => [
  ...pathParameters(endpoint).map(pathField),
  ...endpoint.query.map(queryField),
  ...(endpoint.body ? bodyFields(endpoint.body, []) : []),
]

export type ConsoleDraft = Readonly<Record<string, string>>
export type FieldProblem = 'required' | 'json' | 'value'

type ReadValue = { readonly value: unknown } | { readonly problem: FieldProblem } | null

/** Null: omitted. */
const readField = (
  { entry, schema, isRequired, isNullable: mayBeNull }: ConsoleField,
  typed: string,
): ReadValue => {
  const text = entry.is === 'password' ? typed : typed.trim()
  const validated = (value: unknown): ReadValue =>
    schema.safeParse(value).success ? { value } : { problem: 'value' }
  if (entry.is === 'boolean') return { value: text === 'true' }
  if (text === '') {
    if (mayBeNull) return { value: null }
    return isRequired ? { problem: 'required' } : null
  }
  if (entry.is === 'number') return validated(Number(text))
  if (entry.is !== 'json') return validated(text)
  try {
    return validated(JSON.parse(text))
  } catch {
    return { problem: 'json' }
  }
}

const put = (body: Record<string, unknown>, way: readonly string[], value: unknown): void => {
  const [name, ...rest] = way
  if (name === undefined) return
  if (rest.length === 0) {
    body[name] = value
    return
  }
  const inner: Record<string, unknown> = Object.hasOwn(body, name) ? Object(body[name]) : {}
  body[name] = inner
  put(inner, rest, value)
}

export type ReadForm =
  | { readonly request: ConsoleRequest; readonly problems: null }
  | { readonly request: null; readonly problems: Readonly<Record<string, FieldProblem>> }

export const readForm = (endpoint: Endpoint, draft: ConsoleDraft): ReadForm => {
  const problems: Record<string, FieldProblem> = {}
  const values: Partial<Record<PathParameter, string>> = {}
  const query: Record<string, string> = {}
  let body: unknown = endpoint.body && {}
  for (const field of fieldsOf(endpoint)) {
    const read = readField(field, draft[field.id] ?? '')
    if (read === null) continue
    if ('problem' in read) problems[field.id] = read.problem
    else if (field.where === 'path') values[field.name as PathParameter] = String(read.value)
    else if (field.where === 'query') query[field.name] = String(read.value)
    else if (field.name === 'body') body = read.value
    else put(Object(body), field.name.split('.'), read.value)
  }
  if (Object.keys(problems).length > 0) return { request: null, problems }
  return { request: { values, query, ...(body !== undefined && { body }) }, problems: null }
}
