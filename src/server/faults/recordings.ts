import { parseRange, partOf, type Bytes } from '#/server/http/bytes.ts'
import { jsonAnswer, type Fault } from './answer.ts'
import { wav } from './wav.ts'

/** The recording is on a host that our server does not fetch from (G16). */
export const recordingElsewhere: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null || !('call' in answer))
    return jsonAnswer(response.status, answer)
  const record_url = 'https://records.example/17.wav'
  return jsonAnswer(response.status, { ...answer, call: { ...Object(answer.call), record_url } })
}

const SILENT_BYTES = 11 * 1024 * 1024
/** A WAV file made too large to be drawn by trailing silence; players seek by ranges. */
export const heavyRecording: Fault = async (request, fetch) => {
  const headers = new Headers(request.headers)
  headers.delete('range')
  const sound = new Uint8Array(await (await fetch(new Request(request, { headers }))).arrayBuffer())
  const file = new Uint8Array(sound.length + SILENT_BYTES)
  file.set(sound)
  const view = new DataView(file.buffer)
  view.setUint32(4, file.length - 8, true)
  view.setUint32(40, file.length - 44, true)
  const requested = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '')
  const first = Number(requested?.[1] ?? 0)
  const last = Math.min(Number(requested?.[2] || file.length), file.length - 1)
  return new Response(file.subarray(first, last + 1), {
    status: requested ? 206 : 200,
    headers: {
      'content-type': 'audio/wav',
      'content-length': String(last + 1 - first),
      ...(requested && { 'content-range': `bytes ${first}-${last}/${file.length}` }),
    },
  })
}

const CUT = 'bytes=1-1'
const openStreams = new Set<() => void>()
/**
 * Sends the head of a large recording and some seconds, then nothing until a test cuts the connection for
 * good, by requesting a single byte. A timer would cut before a slow machine has played anything.
 */
export const brokenRecording: Fault = async (request, fetch, dialect) => {
  const range = request.headers.get('range') ?? ''
  if (range === CUT) for (const cut of openStreams) cut()
  const first = Number(/^bytes=(\d+)-/.exec(range)?.[1] ?? 0)
  // Players read the end before they start.
  if (first > 0 && first < SILENT_BYTES) throw new TypeError('connection reset')
  const response = await heavyRecording(request, fetch, dialect)
  if (first > 0) return response
  const sound = new Uint8Array(await response.arrayBuffer()).subarray(0, 400_000)
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(sound)
      openStreams.add(() => controller.error(new TypeError('connection reset')))
    },
  })
  return new Response(body, { status: response.status, headers: response.headers })
}

/** A four-second file as sent by common recorders and storages. */
const sent =
  (file: Bytes, { type = 'audio/wav', hasRanges = true } = {}): Fault =>
  async (request) => {
    const headers = { 'content-type': type }
    if (!hasRanges) return new Response(new Blob([file]).stream(), { headers })
    const part = partOf(file, parseRange(request.headers.get('range') ?? undefined))
    if (!part)
      return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.length}` } })
    return new Response(part.bytes, {
      status: part.contentRange === null ? 200 : 206,
      headers: {
        ...headers,
        'content-length': String(part.bytes.length),
        ...(part.contentRange !== null && { 'content-range': part.contentRange }),
      },
    })
  }
const seconds = 4
export const untypedRecording = sent(wav({ seconds }), { type: 'binary/octet-stream' })
export const unsizedRecording = sent(wav({ seconds }), { hasRanges: false })
export const emptyRecording = sent(wav({ seconds: 0 }))
/** Recorders that write the header before the length is known. */
export const zeroLengthRecording = sent(wav({ seconds, dataBytes: 0 }))
export const endlessRecording = sent(wav({ seconds, dataBytes: 0xffff_ffff }))
export const aLawRecording = sent(wav({ seconds, format: 6 }))
export const gsmRecording = sent(wav({ seconds, format: 49 }))

const MOVED = 'moved'
export const movedRecording: Fault = async (request, fetch) =>
  new URL(request.url).searchParams.has(MOVED)
    ? fetch(request)
    : new Response(null, { status: 302, headers: { location: `?${MOVED}=1` } })
export const movedAwayRecording: Fault = async () =>
  new Response(null, { status: 302, headers: { location: 'https://records.example/17.wav' } })
