import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { callAnswer } from '#/contract/call.ts'
import { CLIENT_PREFIX } from '#/contract/endpoint.ts'
import { matchEndpoint } from '#/contract/endpoints.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import { failure } from '#/server/http/failure.ts'
import { recordingHeaders } from '#/server/headers.ts'
import { callContext, requireRight, type AppContext, type AppEnv } from '#/server/http/exchange.ts'
import type { SessionCalls } from '../session-calls.ts'
import { createRecordingBuffer } from './buffer.ts'
import {
  parseRange,
  partOf,
  relay,
  splitHead,
  type ByteRange,
  type Bytes,
  type RelayLimits,
} from '#/server/http/bytes.ts'
import { HEAD_BYTES, readSound, type Sound } from './sound.ts'
import {
  createRecordingSource,
  discard,
  MAX_BYTES,
  hasHead,
  fileLength,
  type RecordingSourceOptions,
} from './source.ts'

/** After this pause, a request counts as another playback. */
const SAME_LISTENING_MS = 60 * 60_000
/** Players read at playback speed, and continue by range after half an hour. */
const STREAMED: RelayLimits = { maxBytes: MAX_BYTES, idleMs: 30_000, totalMs: 30 * 60_000 }
const KNOWN_SOUNDS = 1000

const PATH = /^\/api(?:\/clients\/([^/]+))?\/recordings\/([^/]+)\/([^/]+)$/
export interface RecordingOptions extends RecordingSourceOptions {
  readonly calls: SessionCalls
  readonly logBook: LogBook
  readonly monotonic: () => number
}

interface Recording {
  /** Cache key of this listener: others must not share it. */
  readonly name: string
  readonly address: string
  readonly key: string
  readonly clientId: string | null
  readonly oid: string
  readonly callId: string
}

/** Identifiers of a recording's call, validated as in the documented path. */
const callOf = (c: AppContext) => {
  const [, client, oid, callId] = PATH.exec(new URL(c.req.url).pathname) ?? []
  const prefix = client === undefined ? '' : `/${CLIENT_PREFIX}/${client}`
  const match = matchEndpoint('GET', `/v2${prefix}/objs/${oid}/calls/${callId}`)
  if (match?.name !== 'call') throw failure('not_found')
  return match
}

/**
 * `/api/recordings/<oid>/<call id>` and `/api/clients/<client>/recordings/<oid>/<call id>` (G16): a call's
 * recording from the API's host or API_MEDIA_HOSTS, also after redirects between these. The address is read
 * from the call, never from the browser; the type is detected by the first bytes.
 */
export const recordingRoutes = ({
  config,
  calls,
  logBook,
  monotonic,
  fetch,
  checkedFetch,
}: RecordingOptions): Hono<AppEnv> => {
  const { request } = createRecordingSource({ config, fetch, checkedFetch })
  const buffer = createRecordingBuffer(monotonic)
  const sounds = new LRUCache<string, Sound>({ max: KNOWN_SOUNDS })
  const heard = new LRUCache<string, true>({
    max: KNOWN_SOUNDS,
    ttl: SAME_LISTENING_MS,
    updateAgeOnGet: true,
    perf: { now: monotonic },
  })

  const checkSound = (name: string, head: Uint8Array, total: number | null): Sound => {
    const sound = readSound(head, total)
    if (sound === null) throw failure('upstream_bad_response')
    if (sound === 'empty') throw failure('recording_empty')
    sounds.set(name, sound)
    return sound
  }

  const findRecording = async (c: AppContext): Promise<Recording> => {
    const session = requireRight(c, 'listen')
    const wanted = callOf(c)
    const { key, hiddenFields } = await calls.access(session, wanted.clientId, callContext(c))
    if (hiddenFields.includes('record_url')) throw failure('hidden_field')
    const answer = callAnswer.lenient.safeParse(await calls.call(session, wanted, callContext(c)))
    if (!answer.success) throw failure('upstream_bad_response')
    const address = answer.data.call.record_url
    if (!address) throw failure('no_recording')
    const clientId = wanted.clientId ?? null
    const { oid = '', call_id: callId = '' } = wanted.values
    const name = [session.idHash, clientId ?? '', oid, callId, address, ...c.get('faults')].join(' ')
    return { name, address, key, clientId, oid, callId }
  }

  /** Headers of sound; the first request of a playback is written to the audit log. */
  const begin = async (c: AppContext, { name, clientId, oid, callId }: Recording, sound: Sound) => {
    for (const [header, value] of Object.entries(
      recordingHeaders(sound.type, `call-${callId}.${sound.extension}`),
    ))
      c.header(header, value)
    c.set('bytes', null)
    if (heard.get(name)) return
    heard.set(name, true)
    await logBook.note(c, { event: 'recording_heard', object: oid, contact: callId }, { client: clientId })
  }

  const sendFile = async (c: AppContext, recording: Recording, file: Bytes, range: ByteRange | null) => {
    const sound =
      sounds.get(recording.name) ?? checkSound(recording.name, file.subarray(0, HEAD_BYTES), file.length)
    const part = partOf(file, range)
    if (!part)
      throw failure('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${file.length}` } })
    await begin(c, recording, sound)
    c.header('content-length', String(part.bytes.length))
    if (part.contentRange !== null) c.header('content-range', part.contentRange)
    c.status(range === null ? 200 : 206)
    return c.newResponse(part.bytes)
  }

  const send = async (c: AppContext) => {
    const recording = await findRecording(c)
    const faults = c.get('faults')
    const header = c.req.header('range')
    const range = parseRange(header)
    const buffered = await buffer.get(recording.name)
    if (buffered) return sendFile(c, recording, buffered, range)

    const response = await request(recording, range && (header ?? null), faults)
    const total = fileLength(response)
    if (response.status === 200 ? range !== null || total === null : !response.headers.has('content-range')) {
      if (response.status === 200) return sendAll(c, recording, range, response)
      discard(response)
      return sendAll(c, recording, range, await request(recording, null, faults))
    }
    const known = sounds.get(recording.name)
    const [sound, body] =
      known === undefined && hasHead(response)
        ? await checkedSound(recording, response)
        : ([known ?? (await probe(recording, faults)), relay(response.body, STREAMED)] as const)
    await begin(c, recording, sound)
    for (const name of ['content-length', 'content-range']) {
      const value = response.headers.get(name)
      if (value !== null) c.header(name, value)
    }
    c.status(response.status as 200 | 206)
    return c.newResponse(body)
  }

  const checkedSound = async ({ name }: Recording, response: Response) => {
    const [head, body] = await splitHead(relay(response.body, STREAMED), HEAD_BYTES)
    return [
      checkSound(name, head, head.length < HEAD_BYTES ? head.length : fileLength(response)),
      body,
    ] as const
  }

  /** Detects the type when the player first requests a later or tiny part. */
  const probe = async (recording: Recording, faults: ReadonlySet<string>) => {
    const [sound, body] = await checkedSound(
      recording,
      await request(recording, `bytes=0-${HEAD_BYTES - 1}`, faults),
    )
    await body.cancel()
    return sound
  }

  /** For sources without length or ranges: buffers the file, so that players can seek. */
  const sendAll = async (
    c: AppContext,
    recording: Recording,
    range: ByteRange | null,
    response: Response,
  ) => {
    const total = fileLength(response)
    const [sound, body] = await checkedSound(recording, response)
    const read = await buffer.fill(recording.name, body)
    if ('file' in read) return sendFile(c, recording, read.file, range)
    await begin(c, recording, sound)
    c.header('accept-ranges', 'none')
    if (total !== null) c.header('content-length', String(total))
    return c.newResponse(read.stream)
  }

  const handle = (c: AppContext) => {
    if (c.req.method !== 'GET') throw failure('method_not_allowed', { headers: { Allow: 'GET' } })
    return send(c)
  }
  return new Hono<AppEnv>()
    .all('/api/recordings/:oid/:call_id', handle)
    .all('/api/clients/:client/recordings/:oid/:call_id', handle)
}
