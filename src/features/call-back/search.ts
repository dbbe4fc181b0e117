import { keepSurvivors, type ClientSwitch } from '#/domain/client/client-switch.ts'

export type CallBackTab = 'open' | 'done' | 'all'

/** The page's part of the address: plain strings, the usual left out. */
export interface CallBackSearch {
  readonly tab?: Exclude<CallBackTab, 'open'>
  readonly object?: string
  /** Empty: callers without a source. */
  readonly source?: string
  readonly first_time?: '1'
  /** Those who wait for longer than an hour. */
  readonly waiting?: '1'
  /** Those who tried on this day, by their objects' clocks: `YYYY-MM-DD`; what is no day the page leaves out. */
  readonly day?: string
}

/** Undefined takes it away. */
export type CallBackChanges = { readonly [K in keyof CallBackSearch]: CallBackSearch[K] | undefined }

const VALUE_MAX = 2048

const text = (raw: unknown) =>
  typeof raw === 'string' && raw !== '' && raw.length <= VALUE_MAX ? raw : undefined
/** Values of which there are few. */
const one = <V extends string>(raw: unknown, ...known: readonly V[]) =>
  known.find((value) => value === String(raw))

/** Reads an address; what is unknown or invalid is left out. The route reads it on every page: no schemas for so little. */
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
