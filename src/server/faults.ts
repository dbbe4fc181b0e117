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

const BUSY = 30
/** A day that is asked for by itself begins with so many contacts of one object: beside such weeks its today is silent. */
const busyDays: Fault = async (request, fetch, { pageParam }) => {
  const asked = new URL(request.url).searchParams
  const response = await fetch(request)
  const answer = (await response.json()) as CallsAnswer
  const first = answer.calls?.[0]
  const day = asked.get('date_from')
  if (!first || day === null || day !== asked.get('date_to') || asked.has(pageParam))
    return json(response.status, answer)
  const offset = /([+-]\d\d:\d\d)?$/.exec((first as { readonly date: string }).date)?.[0]
  const early = Array.from({ length: BUSY }, (_, index) => ({
    ...first,
    id: 1e12 + index,
    date: `${day}T00:00:${String(index).padStart(2, '0')}${offset}`,
  }))
  return json(200, paged(answer, { calls: [...early, ...answer.calls] }))
}

/** Of all clients one cannot be asked for its objects. */
const oneClientFails: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const text = await response.text()
  return text.includes('Motor Servis') ? json(500, { error: 'unknown_error' }) : json(200, JSON.parse(text))
}

/** Of the sample's clients one, Motor Servis, cannot be asked for its contacts. */
const oneClientsCallsFail: Fault = async (request, fetch) =>
  new URL(request.url).pathname.includes('/clients/8/')
    ? json(500, { error: 'unknown_error' })
    : fetch(request)

/** In the service's own words, one for each value it does not like (G13). */
const refusedSave: Fault = async () =>
  json(400, { error: { domain: 'is taken', phone_number: 'must have 11 digits', plan: 'has run out' } })

/** What was sent is answered as if it were kept, and the agency stays as it was. */
const lyingSave: Fault = async (request, fetch) => {
  const sent = (await request.clone().json()) as { readonly agency: object }
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  const response = await fetch(new Request(request.url, { headers, signal: request.signal }))
  const [held] = (await response.json()) as readonly { readonly agency: object }[]
  return json(200, { agency: { ...held?.agency, ...sent.agency } })
}

/** It is done, and nobody hears of it. */
const lostAnswer: Fault = async (request, fetch) => {
  await fetch(request)
  throw new TypeError('connection reset')
}

/** The agency has lost the first of its clients. */
const lostClient: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const answer: unknown = await response.json()
  if (!Array.isArray(answer)) return json(response.status, answer)
  return json(
    response.status,
    answer.map(({ agency }: { agency: { clients: readonly unknown[] } }) => ({
      agency: { ...agency, clients: agency.clients.slice(1) },
    })),
  )
}

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

const CALLS: readonly EndpointName[] = ['all_calls', 'object_calls']
const OBJECTS: readonly EndpointName[] = ['objects']
const AGENCY: readonly EndpointName[] = ['agency']
const AGENCY_SAVE: readonly EndpointName[] = ['update_agency']
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
  'calls-busy-days': { at: CALLS, fault: busyDays },
  'calls-one-client-500': { at: CALLS, fault: oneClientsCallsFail },
  'objects-500': { at: OBJECTS, fault: failing },
  'objects-one-client-500': { at: OBJECTS, fault: oneClientFails },
  'objects-empty': { at: OBJECTS, fault: noObjects },
  'agency-500': { at: AGENCY, fault: failing },
  'agency-no-clients': { at: AGENCY, fault: noClients },
  'agency-loses-client': { at: AGENCY, fault: lostClient },
  'agency-save-refused': { at: AGENCY_SAVE, fault: refusedSave },
  'agency-save-lies': { at: AGENCY_SAVE, fault: lyingSave },
  'agency-save-lost': { at: AGENCY_SAVE, fault: lostAnswer },
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
