import type { Context } from 'hono'
import type { Selectable } from 'kysely'
import type { ZodMiniType } from 'zod/mini'
import { isPathValue, type PathParameter } from '#/contract/endpoint.ts'
import { Refusal } from './failure.ts'
import type { AccountTable, ReferenceDatabase } from './schema.ts'

export interface Reference {
  readonly database: ReferenceDatabase
  readonly now: () => number
  readonly clientIds: boolean
  readonly publicUrl: string
}

export type Account = Selectable<AccountTable>

/** `caller` owns the key; `owner` owns the data: the caller, or the client of the prefix. */
export interface Env {
  Variables: { caller: Account; owner: Account }
}
export type Exchange = Context<Env>
export type EndpointHandler = (c: Exchange) => Response | Promise<Response>

/**
 * A decoded path value.
 * @throws Refusal `not_found` for one that no resource can have
 */
export const pathValue = (c: Exchange, parameter: PathParameter): string => {
  const value = c.req.param(parameter)
  if (value === undefined || !isPathValue(parameter, value)) throw new Refusal('not_found')
  return value
}

/**
 * An integer id of a path.
 * @throws Refusal `not_found` for anything else, or too large a number
 */
export const readId = (value: string): number => {
  if (!/^(?:0|[1-9]\d{0,14})$/.test(value)) throw new Refusal('not_found')
  return Number(value)
}

/** Bytes. The limit is not documented (API document 8); no documented body is near it. */
const MAX_BODY = 64 * 1024

const readText = async ({ body }: Request): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BODY) throw new Refusal({ body: `must be at most ${MAX_BODY} bytes` })
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const refusePrototype = (name: string, value: unknown) => {
  if (name === '__proto__') throw new Refusal({ [name]: 'is no field' })
  return value
}

/**
 * Parses the body by its schema.
 * @throws Refusal `invalid_json`, or messages by the last name of each wrong path
 */
export const readJson = async <T>(c: Exchange, schema: ZodMiniType<T>): Promise<T> => {
  const text = await readText(c.req.raw)
  let raw: unknown
  try {
    raw = JSON.parse(text, refusePrototype)
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('invalid_json')
  }
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  throw new Refusal(
    Object.fromEntries(
      parsed.error.issues.map((issue) => [
        String(issue.path.at(-1) ?? 'body'),
        issue.code === 'invalid_type' ? `must be of type ${issue.expected}` : issue.message,
      ]),
    ),
  )
}
