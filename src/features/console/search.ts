import * as z from 'zod/mini'
import { readParameters } from '#/contract/call-filters.ts'
import { endpoints, type EndpointName } from '#/contract/endpoints.ts'

/** Only the endpoint is in the address: parameters may be personal data. */
export interface ConsoleSearch {
  readonly endpoint?: EndpointName
  readonly view?: 'drift'
}

const SCHEMAS = {
  endpoint: z.enum(Object.keys(endpoints) as EndpointName[]),
  view: z.literal('drift'),
} as const satisfies Record<keyof ConsoleSearch, z.ZodMiniType<string>>

/** Parses an address; invalid parameters are listed in `dropped`. */
export const readConsoleSearch = (
  raw: Readonly<Record<string, unknown>>,
): { search: ConsoleSearch; dropped: readonly (keyof ConsoleSearch)[] } => {
  const { values: search, dropped } = readParameters(SCHEMAS, raw)
  return { search, dropped }
}
