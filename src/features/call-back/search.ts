import * as z from 'zod/mini'
import { dayParameter, readParameters } from '#/contract/call-filters.ts'
import { keepSurvivors, type ClientSwitch } from '#/domain/client/client-switch.ts'

export type CallBackTab = 'open' | 'done' | 'all'

/** Callers without a source. */
export const NO_SOURCE = '~'

export interface CallBackSearch {
  readonly tab?: Exclude<CallBackTab, 'open'>
  readonly object?: string
  /** `~`: none. */
  readonly source?: string
  readonly first_time?: '1'
  /** Waiting over an hour. */
  readonly waiting?: '1'
  /** Day of a call by objects' clocks, `YYYY-MM-DD`. */
  readonly day?: string
}

export type CallBackChanges = { readonly [K in keyof CallBackSearch]: CallBackSearch[K] | undefined }

const value = z.string().check(z.maxLength(2048))

const SCHEMAS = {
  tab: z.enum(['open', 'done', 'all']),
  object: value,
  source: value,
  first_time: z.literal('1'),
  waiting: z.literal('1'),
  day: dayParameter,
} as const satisfies Record<keyof CallBackSearch, z.ZodMiniType<string>>

/** Parses an address; invalid parameters are listed in `dropped`. */
export const readCallBackSearch = (
  raw: Readonly<Record<string, unknown>>,
): { search: CallBackSearch; dropped: readonly (keyof CallBackSearch)[] } => {
  const {
    values: { tab, ...others },
    dropped,
  } = readParameters(SCHEMAS, raw)
  return { search: tab === undefined || tab === 'open' ? others : { tab, ...others }, dropped }
}

export const CALL_BACK_SWITCH: ClientSwitch = {
  to: '/call-back',
  keep: (search) =>
    keepSurvivors(readCallBackSearch(search).search, {
      object: false,
      source: false,
    }),
}
