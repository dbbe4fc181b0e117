import { OBJECT_STATUS } from '#/contract/codes.ts'
import { pathValue, readId, type EndpointHandler, type Reference } from './context.ts'
import { Refusal } from './failure.ts'

/** A recording's path is not shown (G16): the service's own, under the rules on keys of everything else. */
export const RECORDING_PATH = '/v2/recordings/:oid/:file{[0-9]+\\.wav}'
export const recordingUrl = (publicUrl: string, oid: string, callId: number): string =>
  `${publicUrl}/v2/recordings/${encodeURIComponent(oid)}/${callId}.wav`

const SAMPLE_RATE = 8000
const HEADER_BYTES = 44
const MAX_SECONDS = 30

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Two low voices that take turns, with pauses: of each the loudness from -1 to 1 per sample. */
const talk = (seed: number, samples: number): readonly [Float64Array, Float64Array] => {
  const random = randomFrom(seed)
  const voices = [90 + 30 * random(), 150 + 50 * random()]
  const sounds = [new Float64Array(samples), new Float64Array(samples)] as const
  let turn = random() < 0.5 ? 0 : 1
  for (let start = 0; start < samples; turn = 1 - turn) {
    const length = Math.floor((0.8 + 2.4 * random()) * SAMPLE_RATE)
    const syllables = 3 + 2 * random()
    for (let index = 0; index < length && start + index < samples; index += 1) {
      const seconds = index / SAMPLE_RATE
      // A voice wavers; its overtones fade; syllables and the ends of a turn shape how loud it is.
      const phase = 2 * Math.PI * voices[turn]! * seconds + 2 * Math.sin(2 * Math.PI * 2.5 * seconds)
      const tone = Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.25 * Math.sin(3 * phase)
      const syllable = Math.sin(Math.PI * syllables * seconds) ** 2
      sounds[turn]![start + index] = (tone / 1.75) * syllable * Math.sin((Math.PI * index) / length)
    }
    start += length + Math.floor((0.15 + 0.5 * random()) * SAMPLE_RATE)
  }
  return sounds
}

/** Some lines record each side on a channel of its own: here those of every third call. */
const channelsOf = (callId: number) => (callId % 3 === 0 ? 2 : 1)

/**
 * A WAV file, 8 kHz, 16 bit, mono or with a channel for each voice, that sounds like a talk through a wall: the same one
 * for the same call, made on request and kept nowhere. `seconds` is cut to 30; a recording lasts a second at least.
 */
export const murmur = (callId: number, seconds: number): Uint8Array<ArrayBuffer> => {
  const samples = Math.round(Math.min(Math.max(seconds, 1), MAX_SECONDS) * SAMPLE_RATE)
  const channels = channelsOf(callId)
  const frame = channels * 2 // bytes
  const bytes = new Uint8Array(HEADER_BYTES + samples * frame)
  const view = new DataView(bytes.buffer)
  const ascii = (text: string, at: number) => bytes.set(new TextEncoder().encode(text), at)
  ascii('RIFF', 0)
  view.setUint32(4, bytes.length - 8, true)
  ascii('WAVEfmt ', 8)
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true) // PCM
  view.setUint16(22, channels, true)
  view.setUint32(24, SAMPLE_RATE, true)
  view.setUint32(28, SAMPLE_RATE * frame, true) // bytes per second
  view.setUint16(32, frame, true)
  view.setUint16(34, 16, true) // bits per sample
  ascii('data', 36)
  view.setUint32(40, samples * frame, true)
  const [caller, manager] = talk(callId, samples)
  const put = (index: number, channel: number, loudness: number) =>
    view.setInt16(HEADER_BYTES + index * frame + channel * 2, Math.round(loudness * 12_000), true)
  for (let index = 0; index < samples; index += 1) {
    if (channels === 2) {
      put(index, 0, caller[index]!)
      put(index, 1, manager[index]!)
    } else put(index, 0, caller[index]! + manager[index]!)
  }
  return bytes
}

/**
 * The one range that a `Range` header asks of `size` bytes, both ends inclusive (RFC 9110, 14). Null: send all, as for
 * several ranges and what cannot be read. `unsatisfiable`: nothing of it is there.
 */
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

/** Sends a call's recording to its owner, or to the manager of the agency the owner belongs to, by the own key. */
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

    const sound = murmur(callId, recorded.duration ?? 0)
    const range = readRange(c.req.header('Range'), sound.length)
    c.header('Accept-Ranges', 'bytes')
    if (range === 'unsatisfiable') {
      return c.body(null, 416, { 'Content-Range': `bytes */${sound.length}` })
    }
    const { first, last } = range ?? { first: 0, last: sound.length - 1 }
    const part = sound.subarray(first, last + 1)
    c.header('Content-Type', 'audio/wav')
    c.header('Content-Length', String(part.length))
    if (range) c.header('Content-Range', `bytes ${first}-${last}/${sound.length}`)
    return c.body(part, range ? 206 : 200)
  }
