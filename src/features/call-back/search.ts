import { keepSurvivors, type ClientSwitch } from '#/domain/client/client-switch.ts'

export type CallBackTab = 'open' | 'done' | 'all'

export interface CallBackSearch {
  readonly tab?: Exclude<CallBackTab, 'open'>
  readonly object?: string
  /** Empty: no source. */
  readonly source?: string
  readonly first_time?: '1'
  /** Waiting over an hour. */
  readonly waiting?: '1'
  /** Day of a call by objects' clocks, `YYYY-MM-DD`. */
  readonly day?: string
}

export type CallBackChanges = { readonly [K in keyof CallBackSearch]: CallBackSearch[K] | undefined }

const VALUE_MAX = 2048

const text = (raw: unknown) =>
  typeof raw === 'string' && raw !== '' && raw.length <= VALUE_MAX ? raw : undefined
/** Known values only. */
const one = <V extends string>(raw: unknown, ...known: readonly V[]) =>
  known.find((value) => value === String(raw))

export const readCallBackSearch = (raw: Readonly<Record<string, unknown>>): CallBackSearch =>
  Object.fromEntries(
    Object.entries({
      tab: one(raw['tab'], 'done', 'all'),
      object: text(raw['object']),
      source: raw['source'] === '' ? '' : text(raw['source']),
      first_time: one(raw['first_time'], '1'),
      waiting: one(raw['waiting'], '1'),
      day: text(raw['day']),
    }).filter(([, value]) => value !== undefined),
  )

export const CALL_BACK_SWITCH: ClientSwitch = {
  to: '/call-back',
  keep: (search) =>
    keepSurvivors(readCallBackSearch(search), {
      object: false,
      source: false,
    }),
}
