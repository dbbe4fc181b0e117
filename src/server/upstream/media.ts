import { Hono } from 'hono'
import { callAnswer } from '#/contract/call.ts'
import { CLIENT_PREFIX } from '#/contract/endpoint.ts'
import { matchEndpoint } from '#/contract/endpoints.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import type { Config } from '#/server/config/config.ts'
import { failure, type FailureCode } from '#/server/http/failure.ts'
import { recordingHeaders } from '#/server/headers.ts'
import { callContext, requireRight, type AppContext, type AppEnv } from '#/server/http/exchange.ts'
import { withFaults } from '#/server/faults.ts'
import { CONTENT_TYPE_HEADERS, credentialHeaders } from '#/server/quirks.ts'
import type { UpstreamFetch } from './request.ts'
import type { SessionCalls } from './session-calls.ts'

/** A part that is asked for so long after the one before begins another listening. */
const SAME_LISTENING_MS = 60 * 60_000
/** A recording of many hours. */
const MAX_BYTES = 512 * 1024 * 1024
const HEADERS_MS = 10_000
/** A player reads as slowly as it plays; after this it asks for the rest by a range. */
const TOTAL_MS = 30 * 60_000

const PATH = /^\/api(?:\/clients\/([^/]+))?\/recordings\/([^/]+)\/([^/]+)$/
const RANGE = /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/
const AUDIO = /^audio\/[a-z0-9.+-]{1,60}$/
const EXTENSION: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/ogg': 'ogg',
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/flac': 'flac',
}
/** What a source says by its status instead of sending sound; how is not documented (G16). */
const REFUSED: Readonly<Record<number, FailureCode>> = {
  202: 'recording_not_ready',
  404: 'no_recording',
  409: 'recording_not_ready',
  410: 'recording_gone',
  416: 'range_not_satisfiable',
  425: 'recording_not_ready',
}
/** What a player needs to seek; nothing else of the source's headers is passed on. */
const PASSED = ['content-length', 'content-range'] as const

export interface MediaOptions {
  readonly config: Pick<Config, 'publicUrl' | 'apiBaseUrl' | 'mediaHosts' | 'insecureHttp' | 'dialect'>
  readonly calls: SessionCalls
  readonly logBook: LogBook
  readonly monotonic: () => number
  /** To the API's own host. */
  readonly fetch: UpstreamFetch
  /** To the hosts of API_MEDIA_HOSTS: refuses addresses that are not public. */
  readonly checkedFetch: UpstreamFetch
}

/** The recording's way through the cap; ends with an error beyond it, which the player shows as a broken stream. */
const capped = (maxBytes: number) => {
  let bytes = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      if (bytes > maxBytes) controller.error(failure('upstream_too_large'))
      else controller.enqueue(chunk)
    },
  })
}

/** The documented path of the call a recording belongs to: its oid, id and client are judged as that path's are. */
const callOf = (c: AppContext) => {
  const [, client, oid, callId] = PATH.exec(new URL(c.req.url).pathname) ?? []
  const prefix = client === undefined ? '' : `/${CLIENT_PREFIX}/${client}`
  const match = matchEndpoint('GET', `/v2${prefix}/objs/${oid}/calls/${callId}`)
  if (match?.name !== 'call') throw failure('not_found')
  return match
}

/**
 * `/api/recordings/<oid>/<call id>` and `/api/clients/<client>/recordings/<oid>/<call id>` (G16): the recording of a
 * call, from the API's own host or one of API_MEDIA_HOSTS. The address is read from the call each time, never taken
 * from the browser.
 */
export const mediaRoutes = ({
  config,
  calls,
  logBook,
  monotonic,
  fetch,
  checkedFetch,
}: MediaOptions): Hono<AppEnv> => {
  const apiOrigin = new URL(config.apiBaseUrl ?? config.publicUrl).origin

  /** How a recording may be fetched, or null: then the page offers a link only. */
  const wayTo = (address: string, key: string) => {
    const url = URL.parse(address)
    if (!url || url.username || url.password) return null
    // The API's own origin has the key already, and recordings may stand behind it.
    if (url.origin === apiOrigin)
      return { url, fetch, headers: { ...CONTENT_TYPE_HEADERS, ...credentialHeaders(key, config.dialect) } }
    const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && config.insecureHttp)
    return isSecure && config.mediaHosts.includes(url.host) ? { url, fetch: checkedFetch, headers: {} } : null
  }

  const heard = new Map<string, number>()
  /** A player asks for one recording many times, part by part. */
  const isFirst = (recording: string): boolean => {
    const at = monotonic()
    for (const [name, last] of heard) if (at - last >= SAME_LISTENING_MS) heard.delete(name)
    const isNew = !heard.has(recording)
    heard.set(recording, at)
    return isNew
  }

  const recordingAddress = async (c: AppContext) => {
    const session = requireRight(c, 'listen')
    const wanted = callOf(c)
    const answer = callAnswer.lenient.safeParse(await calls.call(session, wanted, callContext(c)))
    if (!answer.success) throw failure('upstream_bad_response')
    const address = answer.data.call.record_url
    if (!address) throw failure('no_recording')
    const { key } = await calls.access(session, wanted.clientId, callContext(c))
    const way = wayTo(address, key)
    if (!way) throw failure('recording_elsewhere')
    return {
      ...way,
      session,
      clientId: wanted.clientId,
      oid: wanted.values.oid ?? '',
      callId: wanted.values.call_id ?? '',
    }
  }

  const send = async (c: AppContext) => {
    const { url, fetch, headers, session, clientId, oid, callId } = await recordingAddress(c)
    const limit = new AbortController()
    const headersTimer = setTimeout(() => limit.abort(failure('upstream_timeout')), HEADERS_MS)
    const signal = AbortSignal.any([c.req.raw.signal, limit.signal, AbortSignal.timeout(TOTAL_MS)])
    const range = c.req.header('range')
    const request = new Request(url, {
      headers: {
        ...headers,
        accept: 'audio/*',
        // Lengths and ranges are those of the file itself.
        'accept-encoding': 'identity',
        ...(range !== undefined && RANGE.test(range) ? { range } : {}),
      },
      redirect: 'manual',
      signal,
    })
    const response = await withFaults(
      fetch,
      'recording',
      c.get('faults'),
      config.dialect,
    )(request)
      .catch((cause: unknown) => {
        throw signal.aborted ? signal.reason : failure('upstream_unreachable', { cause })
      })
      .finally(() => clearTimeout(headersTimer))

    const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
    const isPlain = ['', 'identity'].includes(response.headers.get('content-encoding') ?? '')
    const isAudio = (response.status === 200 || response.status === 206) && AUDIO.test(type) && isPlain
    if (!isAudio) {
      await response.body?.cancel().catch(() => undefined)
      throw failure(REFUSED[response.status] ?? 'upstream_bad_response')
    }
    if (Number(response.headers.get('content-length') ?? 0) > MAX_BYTES) {
      await response.body?.cancel().catch(() => undefined)
      throw failure('upstream_too_large')
    }
    for (const [name, value] of Object.entries(
      recordingHeaders(type, `call-${callId}.${EXTENSION[type] ?? 'mp3'}`),
    ))
      c.header(name, value)
    for (const name of PASSED) {
      const value = response.headers.get(name)
      if (value !== null) c.header(name, value)
    }
    if (isFirst(`${session.idHash} ${clientId ?? ''} ${oid} ${callId}`))
      await logBook.note(c, { event: 'recording_heard', object: oid, contact: callId }, { client: clientId })
    c.set('bytes', null)
    c.status(response.status)
    return c.newResponse(response.body?.pipeThrough(capped(MAX_BYTES)) ?? null)
  }

  const handle = (route: string) => (c: AppContext) => {
    c.set('route', route)
    if (c.req.method !== 'GET') throw failure('method_not_allowed', { headers: { Allow: 'GET' } })
    return send(c)
  }
  return new Hono<AppEnv>()
    .all('/api/recordings/*', handle('/api/recordings/:oid/:call_id'))
    .all('/api/clients/:client/recordings/*', handle('/api/clients/:client/recordings/:oid/:call_id'))
}
