import type { EndpointName } from '#/contract/endpoints.ts'
import type { Dialect } from '#/server/config/config.ts'
import {
  failing,
  html,
  jsonAnswer,
  nothingInside,
  redirecting,
  refused,
  refusing,
  saying,
  slow,
  truncated,
  type Fault,
  type FaultyFetch,
} from '#/server/faults/answer.ts'
import {
  beforeNewest,
  bigTotal,
  busyDays,
  doubledRow,
  drifted,
  emptyPage,
  endsEarly,
  failingPage,
  heavyPage,
  noTotal,
  oneClientsCallsFail,
  otherOrder,
  repeatPage,
  shrinkingTotal,
  slowPages,
  tooManyPages,
  unreadableRecord,
} from '#/server/faults/calls.ts'
import {
  aLawRecording,
  brokenRecording,
  emptyRecording,
  endlessRecording,
  gsmRecording,
  heavyRecording,
  movedAwayRecording,
  movedRecording,
  recordingElsewhere,
  unsizedRecording,
  untypedRecording,
  zeroLengthRecording,
} from '#/server/faults/recordings.ts'
import {
  bigIds,
  longTexts,
  noHttp,
  noOffsets,
  numbersAsText,
  oddBytes,
  oddDates,
  oddKeys,
  oddNumbers,
  oddTexts,
  resetOnce,
  tooLarge,
  tooLate,
  twice,
} from '#/server/faults/values.ts'

/** Messages of the service by value (G13). */
const refusedSave: Fault = async () =>
  jsonAnswer(400, { error: { domain: 'is taken', phone_number: 'must have 11 digits', plan: 'has run out' } })

const lyingAgencySave: Fault = async (request, fetch) => {
  const sent = (await request.clone().json()) as { readonly agency: object }
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  const response = await fetch(new Request(request.url, { headers, signal: request.signal }))
  const [held] = (await response.json()) as readonly { readonly agency: object }[]
  return jsonAnswer(200, { agency: { ...held?.agency, ...sent.agency } })
}

const lostAgencyAnswer: Fault = async (request, fetch) => {
  await fetch(request)
  throw new TypeError('connection reset')
}

/** An enabled option that is neither possible nor documented. */
const unknownOption: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const answer = (await response.json()) as { obj?: { script_config: readonly string[] } }
  if (!answer.obj) return jsonAnswer(response.status, answer)
  return jsonAnswer(200, { obj: { ...answer.obj, script_config: [...answer.obj.script_config, 'legacy'] } })
}

const lyingScriptSave: Fault = async (request, fetch) => {
  const { script_config } = (await request.clone().json()) as { script_config: Record<string, string> }
  const stored = Object.fromEntries(Object.entries(script_config).slice(1))
  return fetch(new Request(request, { method: 'POST', body: JSON.stringify({ script_config: stored }) }))
}

const lostScriptAnswer: Fault = async (request, fetch) => {
  await fetch(request)
  return jsonAnswer(504, { error: 'unknown_error' })
}

const noObjects: Fault = async () =>
  jsonAnswer(200, {
    objs: [],
    meta: {
      pagination: { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_objects: 0 },
    },
  })

const noClients: Fault = async () => jsonAnswer(200, [{ agency: { name: 'Agency', clients: [] } }])

const oneClientFails: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const text = await response.text()
  return text.includes('Motor Servis')
    ? jsonAnswer(500, { error: 'unknown_error' })
    : jsonAnswer(200, JSON.parse(text))
}

const lostClient: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const answer: unknown = await response.json()
  if (!Array.isArray(answer)) return jsonAnswer(response.status, answer)
  return jsonAnswer(
    response.status,
    answer.map(({ agency }: { agency: { clients: readonly unknown[] } }) => ({
      agency: { ...agency, clients: agency.clients.slice(1) },
    })),
  )
}

/** All clients hide callers, durations and targets (G12). */
const hidingFields: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const answer: unknown = await response.json()
  if (!Array.isArray(answer)) return jsonAnswer(response.status, answer)
  const hidden_fields = ['phone_number_from', 'duration', 'target']
  return jsonAnswer(
    response.status,
    answer.map(({ agency }: { agency: { clients: readonly object[] } }) => ({
      agency: { ...agency, clients: agency.clients.map((client) => ({ ...client, hidden_fields })) },
    })),
  )
}

/**
 * Faults of the API for tests, by name. Only with FAULTS=1, on loopback, chosen by cookie, so that parallel
 * tests don't disturb each other.
 */
export const FAULT_COOKIE = 'callboard-fault'

/** A documented call, or the recording of a call's `record_url`. */
type FaultPlace = EndpointName | 'recording'

const CALLS: readonly EndpointName[] = ['all_calls', 'object_calls']
const OBJECTS: readonly EndpointName[] = ['objects']
const AGENCY: readonly EndpointName[] = ['agency']
const SCRIPT_CONFIG: readonly EndpointName[] = ['script_config']
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
  'calls-drift': { at: CALLS, fault: drifted },
  'calls-other-order': { at: CALLS, fault: otherOrder },
  'calls-heavy': { at: CALLS, fault: heavyPage },
  'calls-doubled-row': { at: CALLS, fault: doubledRow },
  'calls-before-newest': { at: CALLS, fault: beforeNewest },
  'calls-big-total': { at: CALLS, fault: bigTotal },
  'calls-no-total': { at: CALLS, fault: noTotal },
  'calls-empty-page': { at: CALLS, fault: emptyPage },
  'calls-page-3-fails': { at: CALLS, fault: failingPage(3, 500) },
  'calls-page-9-fails': { at: CALLS, fault: failingPage(9, 503) },
  'calls-ends-early': { at: CALLS, fault: endsEarly },
  'calls-total-shrinks': { at: CALLS, fault: shrinkingTotal },
  'calls-429-pages': { at: CALLS, fault: tooManyPages },
  'calls-slow-pages': { at: CALLS, fault: slowPages },
  'calls-busy-days': { at: CALLS, fault: busyDays },
  'calls-one-client-500': { at: CALLS, fault: oneClientsCallsFail },
  'objects-500': { at: OBJECTS, fault: failing },
  'objects-one-client-500': { at: OBJECTS, fault: oneClientFails },
  'objects-empty': { at: OBJECTS, fault: noObjects },
  'script-config-500': { at: SCRIPT_CONFIG, fault: failing },
  'script-config-403': { at: SCRIPT_CONFIG, fault: async () => jsonAnswer(403, { error: 'access_denied' }) },
  'script-config-refused': {
    at: SCRIPT_CONFIG,
    fault: async () => jsonAnswer(400, { error: { utm: 'is part of another plan', counter: 'is missing' } }),
  },
  'script-config-lies': { at: SCRIPT_CONFIG, fault: lyingScriptSave },
  'script-config-lost': { at: SCRIPT_CONFIG, fault: lostScriptAnswer },
  'script-config-unknown-option': { at: ['object'], fault: unknownOption },
  'object-500': { at: ['object'], fault: failing },
  'plan-500': { at: ['plan'], fault: failing },
  'agency-500': { at: AGENCY, fault: failing },
  'agency-no-clients': { at: AGENCY, fault: noClients },
  'agency-hides-fields': { at: AGENCY, fault: hidingFields },
  'agency-loses-client': { at: AGENCY, fault: lostClient },
  'agency-save-refused': { at: AGENCY_SAVE, fault: refusedSave },
  'agency-save-lies': { at: AGENCY_SAVE, fault: lyingAgencySave },
  'agency-save-lost': { at: AGENCY_SAVE, fault: lostAgencyAnswer },
  'data-refused': { at: DATA, fault: refused },
  'data-truncated': { at: DATA, fault: truncated },
  'data-400': { at: DATA, fault: refusing(400, { date_from: 'is no day' }) },
  'data-403': { at: DATA, fault: refusing(403, 'access_denied') },
  'data-404': { at: DATA, fault: refusing(404, 'not_found') },
  'data-418': { at: DATA, fault: refusing(418) },
  'data-422': { at: DATA, fault: refusing(422, { status_filter: 'is not known' }) },
  'data-429': { at: DATA, fault: refusing(429, 'too_many_requests', { 'retry-after': '1' }) },
  'data-500': { at: DATA, fault: failing },
  'data-502': { at: DATA, fault: refusing(502) },
  'data-503-html': { at: DATA, fault: html(503) },
  'data-504': { at: DATA, fault: refusing(504) },
  'data-599': { at: DATA, fault: refusing(599) },
  'data-html': { at: DATA, fault: html(200) },
  'data-204': { at: DATA, fault: saying('', 204) },
  'data-empty': { at: DATA, fault: saying('') },
  'data-error-200': { at: DATA, fault: saying('{"error":"unknown_error"}') },
  'data-malformed': { at: DATA, fault: saying('{"calls":[{]}') },
  'data-other-shape': { at: DATA, fault: saying('"calls"') },
  'data-redirect': { at: DATA, fault: redirecting },
  'data-nulls': { at: DATA, fault: nothingInside },
  'data-too-late': { at: DATA, fault: tooLate },
  'data-too-large': { at: DATA, fault: tooLarge },
  'data-no-http': { at: DATA, fault: noHttp },
  'data-reset-once': { at: DATA, fault: resetOnce },
  'data-odd-texts': { at: DATA, fault: oddTexts },
  'data-long-texts': { at: DATA, fault: longTexts },
  'data-odd-numbers': { at: DATA, fault: oddNumbers },
  'data-numbers-as-text': { at: DATA, fault: numbersAsText },
  'data-big-ids': { at: DATA, fault: bigIds },
  'data-odd-dates': { at: DATA, fault: oddDates },
  'data-no-offsets': { at: DATA, fault: noOffsets },
  'data-odd-keys': { at: DATA, fault: oddKeys },
  'data-odd-bytes': { at: DATA, fault: oddBytes },
  'data-twice': { at: DATA, fault: twice },
  'session-ends': { at: DATA, fault: async () => jsonAnswer(401, { error: 'unauthorized' }) },
  'recording-not-ready': { at: RECORDING, fault: async () => jsonAnswer(202, { status: 'processing' }) },
  'recording-404': { at: RECORDING, fault: async () => jsonAnswer(404, { error: 'not_found' }) },
  'recording-gone': { at: RECORDING, fault: async () => jsonAnswer(410, { error: 'not_found' }) },
  'recording-html': { at: RECORDING, fault: html(200) },
  'recording-500': { at: RECORDING, fault: failing },
  'recording-heavy': { at: RECORDING, fault: heavyRecording },
  'recording-breaks': { at: RECORDING, fault: brokenRecording },
  'recording-untyped': { at: RECORDING, fault: untypedRecording },
  'recording-unsized': { at: RECORDING, fault: unsizedRecording },
  'recording-empty': { at: RECORDING, fault: emptyRecording },
  'recording-length-0': { at: RECORDING, fault: zeroLengthRecording },
  'recording-length-max': { at: RECORDING, fault: endlessRecording },
  'recording-a-law': { at: RECORDING, fault: aLawRecording },
  'recording-gsm': { at: RECORDING, fault: gsmRecording },
  'recording-moved': { at: RECORDING, fault: movedRecording },
  'recording-moved-away': { at: RECORDING, fault: movedAwayRecording },
  'recording-elsewhere': { at: ['call'], fault: recordingElsewhere },
} as const satisfies Record<string, { at: readonly FaultPlace[]; fault: Fault }>

export type FaultName = keyof typeof FAULTS
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[]

export const NO_FAULTS: ReadonlySet<FaultName> = new Set()

/** Parses the cookie: names separated by commas; unknown ones are ignored. */
export const faultsOf = (cookie: string | undefined): ReadonlySet<FaultName> => {
  const named = new Set(cookie?.split(','))
  return new Set(FAULT_NAMES.filter((name) => named.has(name)))
}

/** Wraps `fetch` with faults for an endpoint or for recordings. */
export const withFaults = (
  fetch: FaultyFetch,
  place: FaultPlace,
  names: ReadonlySet<string>,
  dialect: Dialect,
): FaultyFetch =>
  FAULT_NAMES.filter((name) => names.has(name)).reduce<FaultyFetch>((inner, name) => {
    const { at, fault }: { at: readonly FaultPlace[]; fault: Fault } = FAULTS[name]
    return at.includes(place) ? (request) => fault(request, inner, dialect) : inner
  }, fetch)
