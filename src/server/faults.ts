import { setTimeout as wait } from 'node:timers/promises'
import type { EndpointName } from '#/contract/endpoints.ts'
import type { Dialect } from './config.ts'
import type { UpstreamFetch } from './upstream/request.ts'

/**
 * Faults of the API for tests, by name. On with FAULTS=1 on loopback only, and chosen by a cookie, so that tests that
 * run at the same time against one server do not disturb each other.
 */
export const FAULT_COOKIE = 'callboard-fault'
const SLOW_MS = 6_000
const BREAK_MS = 2_500

/** A documented call, or the file that a call's `record_url` names. */
type FaultPlace = EndpointName | 'recording'

type Fault = (request: Request, fetch: UpstreamFetch, dialect: Dialect) => Promise<Response>

const json = (status: number, body: unknown) => Response.json(body, { status })
const failing: Fault = async () => json(500, { error: 'unknown_error' })
const html = (status: number) => async () =>
  new Response('<!doctype html><h1>Maintenance</h1><script>alert(1)</script>', {
    status,
    headers: { 'content-type': 'text/html' },
  })

const slow: Fault = async (request, fetch) => {
  await wait(SLOW_MS, undefined, { signal: request.signal })
  return fetch(request)
}

const truncated: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const text = await response.text()
  return new Response(text.slice(0, text.length / 2), { status: response.status, headers: response.headers })
}

const repeatPage: Fault = async (request, fetch, { pageParam }) => {
  const url = new URL(request.url)
  url.searchParams.delete(pageParam)
  return fetch(new Request(url, request))
}

interface CallsAnswer {
  readonly calls: readonly unknown[]
  readonly meta: { readonly pagination: Readonly<Record<string, unknown>> }
}

/** Gives another answer of a call list in place of the one that came; failures stay as they are. */
const editCalls =
  (
    edit: (
      answer: CallsAnswer,
      page: number,
      ask: (page: number) => Promise<CallsAnswer>,
    ) => CallsAnswer | Promise<CallsAnswer>,
  ): Fault =>
  async (request, fetch, { pageParam }) => {
    const asked = new URL(request.url)
    const ask = async (page: number) => {
      const url = new URL(asked)
      url.searchParams.set(pageParam, String(page))
      return (await (await fetch(new Request(url, request))).json()) as CallsAnswer
    }
    const response = await fetch(request.clone())
    const answer = (await response.json()) as CallsAnswer
    if (!response.ok) return json(response.status, answer)
    return json(200, await edit(answer, Number(asked.searchParams.get(pageParam) ?? 1), ask))
  }

const paged = (
  answer: CallsAnswer,
  change: { calls?: readonly unknown[]; pagination?: Readonly<Record<string, unknown>> },
): CallsAnswer => ({
  calls: change.calls ?? answer.calls,
  meta: { ...answer.meta, pagination: { ...answer.meta.pagination, ...change.pagination } },
})

const unreadableRecord = editCalls((answer) => {
  const [first, ...rest] = answer.calls
  return paged(answer, { calls: [{ ...Object(first), id: null }, ...rest] })
})

/** Each page has its first contact twice. */
const doubledRow = editCalls((answer) => {
  const [first, , ...rest] = answer.calls
  return rest.length === 0 ? answer : paged(answer, { calls: [first, first, ...rest] })
})

/** How many contacts `calls-before-newest` holds back. */
export const HELD_BACK = 5

/** The newest contacts have not come yet: switched off, they come while the list is open and its pages shift. */
const beforeNewest = editCalls(async (answer, page, ask) => {
  const next = answer.meta.pagination['next_page'] ? await ask(page + 1) : { calls: [] }
  return paged(answer, {
    calls: [...answer.calls, ...next.calls].slice(HELD_BACK, HELD_BACK + answer.calls.length),
    pagination: { total_objects: Math.max(Number(answer.meta.pagination['total_objects']) - HELD_BACK, 0) },
  })
})

/** The totals promise ten times as much as there is; pages beyond the last are empty. */
const bigTotal = editCalls((answer, page) => {
  const { total_objects: total, total_pages: pages } = answer.meta.pagination
  return paged(answer, {
    pagination: {
      current_page: page,
      total_objects: Number(total) * 10,
      total_pages: Number(pages) * 10,
    },
  })
})

const noTotal = editCalls((answer) =>
  paged(answer, { pagination: { total_objects: null, total_pages: null } }),
)

const emptyPage = editCalls((answer, page) => (page === 2 ? paged(answer, { calls: [] }) : answer))

const failingPage: Fault = async (request, fetch, { pageParam }) =>
  new URL(request.url).searchParams.get(pageParam) === '3'
    ? json(500, { error: 'unknown_error' })
    : fetch(request)

const noObjects: Fault = async () =>
  json(200, {
    objs: [],
    meta: {
      pagination: { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_objects: 0 },
    },
  })

/** The agency has lost all its clients. */
const noClients: Fault = async () => json(200, [{ agency: { name: 'Agency', clients: [] } }])

/** The call's recording is on a host that our server does not fetch from (G16). */
const recordingElsewhere: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null || !('call' in answer))
    return json(response.status, answer)
  const record_url = 'https://records.example/17.wav'
  return json(response.status, { ...answer, call: { ...Object(answer.call), record_url } })
}

const SILENCE_BYTES = 11 * 1024 * 1024
/** The WAV file with so much silence after it that it is too large to be drawn, and that a player seeks by ranges. */
const heavyRecording: Fault = async (request, fetch) => {
  const headers = new Headers(request.headers)
  headers.delete('range')
  const sound = new Uint8Array(await (await fetch(new Request(request, { headers }))).arrayBuffer())
  const file = new Uint8Array(sound.length + SILENCE_BYTES)
  file.set(sound)
  const view = new DataView(file.buffer)
  view.setUint32(4, file.length - 8, true)
  view.setUint32(40, file.length - 44, true)
  const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '')
  const first = Number(asked?.[1] ?? 0)
  const last = Math.min(Number(asked?.[2] || file.length), file.length - 1)
  return new Response(file.subarray(first, last + 1), {
    status: asked ? 206 : 200,
    headers: {
      'content-type': 'audio/wav',
      'content-length': String(last + 1 - first),
      ...(asked && { 'content-range': `bytes ${first}-${last}/${file.length}` }),
    },
  })
}

/** The head of a large recording and some seconds of sound come, then the connection breaks and stays broken. */
const brokenRecording: Fault = async (request, fetch, dialect) => {
  const first = Number(/^bytes=(\d+)-/.exec(request.headers.get('range') ?? '')?.[1] ?? 0)
  // A player looks at the end before it begins.
  if (first > 0 && first < SILENCE_BYTES) throw new TypeError('connection reset')
  const response = await heavyRecording(request, fetch, dialect)
  if (first > 0) return response
  const sound = new Uint8Array(await response.arrayBuffer()).subarray(0, 400_000)
  let isSent = false
  const body = new ReadableStream({
    pull: async (controller) => {
      if (!isSent) controller.enqueue(sound)
      else {
        // Broken at once, nothing of it would be heard.
        await wait(BREAK_MS)
        controller.error(new TypeError('connection reset'))
      }
      isSent = true
    },
  })
  return new Response(body, { status: response.status, headers: response.headers })
}

/** The object has an option on that its possible values do not list and the document does not name. */
const unknownOption: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const answer = (await response.json()) as { obj?: { script_config: readonly string[] } }
  if (!answer.obj) return json(response.status, answer)
  return json(200, { obj: { ...answer.obj, script_config: [...answer.obj.script_config, 'legacy'] } })
}

/** Says that it kept the options, and has left out the first of them. */
const lyingSave: Fault = async (request, fetch) => {
  const { script_config } = (await request.clone().json()) as { script_config: Record<string, string> }
  const kept = Object.fromEntries(Object.entries(script_config).slice(1))
  return fetch(new Request(request, { method: 'POST', body: JSON.stringify({ script_config: kept }) }))
}

/** Keeps the options; the answer does not come. */
const lostAnswer: Fault = async (request, fetch) => {
  await fetch(request)
  return json(504, { error: 'unknown_error' })
}

const CALLS: readonly EndpointName[] = ['all_calls', 'object_calls']
const OBJECTS: readonly EndpointName[] = ['objects']
const AGENCY: readonly EndpointName[] = ['agency']
const SCRIPT_CONFIG: readonly EndpointName[] = ['script_config']
const RECORDING: readonly FaultPlace[] = ['recording']
const DATA: readonly EndpointName[] = [...CALLS, ...OBJECTS, ...AGENCY, 'call', 'object', 'object_filters']

const FAULTS = {
  'calls-500': { at: CALLS, fault: failing },
  'calls-503': { at: CALLS, fault: html(503) },
  'calls-slow': { at: CALLS, fault: slow },
  'calls-html': { at: CALLS, fault: html(200) },
  'calls-truncated': { at: CALLS, fault: truncated },
  'calls-repeat-page': { at: CALLS, fault: repeatPage },
  'calls-unreadable-record': { at: CALLS, fault: unreadableRecord },
  'calls-doubled-row': { at: CALLS, fault: doubledRow },
  'calls-before-newest': { at: CALLS, fault: beforeNewest },
  'calls-big-total': { at: CALLS, fault: bigTotal },
  'calls-no-total': { at: CALLS, fault: noTotal },
  'calls-empty-page': { at: CALLS, fault: emptyPage },
  'calls-page-3-fails': { at: CALLS, fault: failingPage },
  'objects-500': { at: OBJECTS, fault: failing },
  'objects-empty': { at: OBJECTS, fault: noObjects },
  'script-config-500': { at: SCRIPT_CONFIG, fault: failing },
  'script-config-403': { at: SCRIPT_CONFIG, fault: async () => json(403, { error: 'access_denied' }) },
  'script-config-refused': {
    at: SCRIPT_CONFIG,
    fault: async () => json(400, { error: { utm: 'is part of another plan', counter: 'is missing' } }),
  },
  'script-config-lies': { at: SCRIPT_CONFIG, fault: lyingSave },
  'script-config-lost': { at: SCRIPT_CONFIG, fault: lostAnswer },
  'script-config-slow': { at: SCRIPT_CONFIG, fault: slow },
  'script-config-unknown-option': { at: ['object'], fault: unknownOption },
  'object-500': { at: ['object'], fault: failing },
  'plan-500': { at: ['plan'], fault: failing },
  'agency-500': { at: AGENCY, fault: failing },
  'agency-slow': { at: AGENCY, fault: slow },
  'agency-no-clients': { at: AGENCY, fault: noClients },
  'session-ends': { at: DATA, fault: async () => json(401, { error: 'unauthorized' }) },
  'recording-not-ready': { at: RECORDING, fault: async () => json(202, { status: 'processing' }) },
  'recording-404': { at: RECORDING, fault: async () => json(404, { error: 'not_found' }) },
  'recording-gone': { at: RECORDING, fault: async () => json(410, { error: 'not_found' }) },
  'recording-html': { at: RECORDING, fault: html(200) },
  'recording-500': { at: RECORDING, fault: failing },
  'recording-heavy': { at: RECORDING, fault: heavyRecording },
  'recording-breaks': { at: RECORDING, fault: brokenRecording },
  'recording-elsewhere': { at: ['call'], fault: recordingElsewhere },
} as const satisfies Record<string, { at: readonly FaultPlace[]; fault: Fault }>

export type FaultName = keyof typeof FAULTS
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[]

export const NO_FAULTS: ReadonlySet<FaultName> = new Set()

/** The faults a cookie's value names, separated by commas; other names mean nothing. */
export const faultsOf = (cookie: string | undefined): ReadonlySet<FaultName> => {
  const named = new Set(cookie?.split(','))
  return new Set(FAULT_NAMES.filter((name) => named.has(name)))
}

/** `fetch` as the faults leave it for one endpoint, or for recordings. */
export const withFaults = (
  fetch: UpstreamFetch,
  place: FaultPlace,
  names: ReadonlySet<FaultName>,
  dialect: Dialect,
): UpstreamFetch =>
  [...names].reduce<UpstreamFetch>((inner, name) => {
    const { at, fault }: { at: readonly FaultPlace[]; fault: Fault } = FAULTS[name]
    return at.includes(place) ? (request) => fault(request, inner, dialect) : inner
  }, fetch)
