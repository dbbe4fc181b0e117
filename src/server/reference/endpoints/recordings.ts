import { OBJECT_STATUS } from '#/contract/codes.ts'
import { pathValue, readId, type EndpointHandler, type Reference } from '../context.ts'
import { Refusal } from '../failure.ts'
import { createRandom } from '../sample/random.ts'

/** The path of recordings is not documented (G16): here under the service's own, with the usual key rules. */
export const RECORDING_PATH = '/v2/recordings/:oid/:file{[0-9]+\\.wav}'
export const recordingUrl = (publicUrl: string, oid: string, callId: number): string =>
  `${publicUrl}/v2/recordings/${encodeURIComponent(oid)}/${callId}.wav`

const SAMPLE_RATE = 8000
const HEADER_BYTES = 44
/** Generated in blocks, so that hours of sound need little memory and ranges are immediate. */
const BLOCK_SECONDS = 10
const BLOCK_SAMPLES = BLOCK_SECONDS * SAMPLE_RATE
/** Limits the size to below a gigabyte: durations may be absurd. */
const MAX_SECONDS = 8 * 3600

const SINE_STEPS = 4096
const SINES = Float64Array.from({ length: SINE_STEPS }, (_, step) =>
  Math.sin((2 * Math.PI * step) / SINE_STEPS),
)
/** The sine of `turns` >= 0, from a table: a long call has millions of samples. */
const sine = (turns: number): number => SINES[(turns * SINE_STEPS) & (SINE_STEPS - 1)]!

/** Two low voices taking turns, with pauses: loudness from -1 to 1 per sample. */
const talk = (seed: number, samples: number): readonly [Float64Array, Float64Array] => {
  const random = createRandom(seed).unit
  const voices = [90 + 30 * random(), 150 + 50 * random()]
  const sounds = [new Float64Array(samples), new Float64Array(samples)] as const
  let turn = random() < 0.5 ? 0 : 1
  for (let start = 0; start < samples; turn = 1 - turn) {
    const length = Math.floor((0.8 + 2.4 * random()) * SAMPLE_RATE)
    const syllables = 3 + 2 * random()
    for (let index = 0; index < length && start + index < samples; index += 1) {
      const seconds = index / SAMPLE_RATE
      // Vibrato, fading overtones, and an envelope for syllables and turns.
      const turns = voices[turn]! * seconds + (1 + sine(2.5 * seconds)) / Math.PI
      const tone = sine(turns) + 0.5 * sine(2 * turns) + 0.25 * sine(3 * turns)
      const syllable = sine((syllables * seconds) / 2) ** 2
      sounds[turn]![start + index] = (tone / 1.75) * syllable * sine(index / length / 2)
    }
    start += length + Math.floor((0.15 + 0.5 * random()) * SAMPLE_RATE)
  }
  return sounds
}

/** Every third call is stereo, as with lines that record each side separately. */
const channelsOf = (callId: number) => (callId % 3 === 0 ? 2 : 1)

const headerOf = (channels: number, dataBytes: number): Uint8Array<ArrayBuffer> => {
  const header = new Uint8Array(HEADER_BYTES)
  const view = new DataView(header.buffer)
  const ascii = (text: string, at: number) => header.set(new TextEncoder().encode(text), at)
  ascii('RIFF', 0)
  view.setUint32(4, HEADER_BYTES + dataBytes - 8, true)
  ascii('WAVEfmt ', 8)
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true) // PCM
  view.setUint16(22, channels, true)
  view.setUint32(24, SAMPLE_RATE, true)
  view.setUint32(28, SAMPLE_RATE * channels, true) // bytes per second
  view.setUint16(32, channels, true) // bytes per frame
  view.setUint16(34, 8, true) // bits per sample
  ascii('data', 36)
  view.setUint32(40, dataBytes, true)
  return header
}

const soundOf = (callId: number, block: number, samples: number): Uint8Array<ArrayBuffer> => {
  const channels = channelsOf(callId)
  const bytes = new Uint8Array(samples * channels)
  const [caller, manager] = talk(Math.imul(callId, 0x9e37_79b1) ^ block, samples)
  const level = (loudness: number) => 128 + Math.round(loudness * 47)
  for (let index = 0; index < samples; index += 1) {
    if (channels === 2) {
      bytes[2 * index] = level(caller[index]!)
      bytes[2 * index + 1] = level(manager[index]!)
    } else bytes[index] = level(caller[index]! + manager[index]!)
  }
  return bytes
}

/** A file generated while it is read; ranges include both ends. */
interface Recording {
  readonly size: number
  readonly part: (first: number, last: number) => ReadableStream<Uint8Array<ArrayBuffer>>
}

/**
 * A WAV file (8 kHz, 8 bit) that sounds like a muffled talk: as long as the call, from one second to eight
 * hours. Deterministic per call and range, and never stored.
 */
export const murmur = (callId: number, seconds: number): Recording => {
  const samples = Math.round(Math.min(Math.max(seconds, 1), MAX_SECONDS) * SAMPLE_RATE)
  const channels = channelsOf(callId)
  const blockBytes = BLOCK_SAMPLES * channels
  const size = HEADER_BYTES + samples * channels
  const pieceAt = (at: number) => {
    if (at < HEADER_BYTES) return { start: 0, bytes: headerOf(channels, samples * channels) }
    const block = Math.floor((at - HEADER_BYTES) / blockBytes)
    const length = Math.min(BLOCK_SAMPLES, samples - block * BLOCK_SAMPLES)
    return { start: HEADER_BYTES + block * blockBytes, bytes: soundOf(callId, block, length) }
  }
  const part: Recording['part'] = (first, last) => {
    let at = first
    return new ReadableStream({
      pull: (controller) => {
        const { start, bytes } = pieceAt(at)
        controller.enqueue(bytes.subarray(at - start, last + 1 - start))
        at = start + bytes.length
        if (at > last) controller.close()
      },
    })
  }
  return { size, part }
}

/** A single `Range` with both ends included (RFC 9110, 14). Null: send all, also for several or unreadable ranges. */
export const readRange = (
  header: string | undefined,
  size: number,
): { first: number; last: number } | 'unsatisfiable' | null => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [from, to] = [match[1] === '' ? null : Number(match[1]), match[2] === '' ? null : Number(match[2])]
  if (from === null)
    return to === 0 ? 'unsatisfiable' : { first: Math.max(0, size - (to ?? 0)), last: size - 1 }
  if (to !== null && to < from) return null
  return from >= size ? 'unsatisfiable' : { first: from, last: Math.min(to ?? size - 1, size - 1) }
}

export const recordingHandler =
  ({ database }: Reference): EndpointHandler =>
  async (c) => {
    const { caller } = c.var
    const callId = readId(c.req.param('file')?.replace('.wav', '') ?? '')
    const recorded = await database
      .selectFrom('contacts')
      .innerJoin('objects', 'objects.id', 'contacts.object_id')
      .innerJoin('accounts', 'accounts.id', 'contacts.account_id')
      .leftJoin('agencies', 'agencies.id', 'accounts.agency_id')
      .select('contacts.duration')
      .where('contacts.id', '=', callId)
      .where('contacts.has_recording', '=', 1)
      .where('objects.oid', '=', pathValue(c, 'oid'))
      .where('objects.status', '<>', OBJECT_STATUS.deleted)
      .where((on) => on.or([on('accounts.id', '=', caller.id), on('agencies.manager_id', '=', caller.id)]))
      .executeTakeFirst()
    if (!recorded) throw new Refusal('not_found')

    const { size, part } = murmur(callId, recorded.duration ?? 0)
    const range = readRange(c.req.header('Range'), size)
    c.header('Accept-Ranges', 'bytes')
    if (range === 'unsatisfiable') return c.body(null, 416, { 'Content-Range': `bytes */${size}` })
    const { first, last } = range ?? { first: 0, last: size - 1 }
    c.header('Content-Type', 'audio/wav')
    c.header('Content-Length', String(last + 1 - first))
    if (range) c.header('Content-Range', `bytes ${first}-${last}/${size}`)
    return c.body(part(first, last), range ? 206 : 200)
  }
