import type * as z from 'zod/mini'

/** Search parameters are plain strings in and out (`target_filter=1`), never quoted JSON: a link reads like the API call. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

export const stringifySearch = (search: object): string => {
  const texts = new URLSearchParams(textsOf(search)).toString()
  return texts === '' ? '' : `?${texts}`
}

/** The parameters that say something. */
export const textsOf = (search: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  )

/** One schema for each parameter; what one reads as undefined is invalid. */
export type ParameterSchemas = Readonly<Record<string, z.ZodMiniType<string | undefined>>>

export type Parameters<S extends ParameterSchemas> = {
  -readonly [K in keyof S]?: NonNullable<z.infer<S[K]>>
}

/**
 * Reads the raw parameters of an address or a request, in the order of their schemas. What is invalid is named in
 * `dropped` and left out, what has no schema is left out. Empty values count as absent.
 */
export const readParameters = <S extends ParameterSchemas>(
  schemas: S,
  raw: Readonly<Record<string, unknown>>,
): { values: Parameters<S>; dropped: (keyof S & string)[] } => {
  const values: Record<string, string> = {}
  const dropped: string[] = []
  for (const [name, schema] of Object.entries(schemas)) {
    const value = raw[name]
    if (value === undefined || value === null || value === '') continue
    const parsed = schema.safeParse(typeof value === 'number' ? String(value) : value)
    if (parsed.success && parsed.data !== undefined) values[name] = parsed.data
    else dropped.push(name)
  }
  return { values: values as Parameters<S>, dropped }
}

/**
 * What a route's `validateSearch` returns: every parameter it knows, undefined where it is absent. The router lays the
 * result over the raw address, in which an invalid value would else stay.
 */
export const overRaw = <V extends object>(names: readonly (keyof V & string)[], values: V): V =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as V
