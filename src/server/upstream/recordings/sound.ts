/** How a recording's file begins, and what it is then served as. */
export interface Sound {
  /** Media type, one of audio/*. */
  readonly type: string
  /** Of the file's name, without a dot. */
  readonly extension: string
}

/** Bytes that say what a file is: a WAV file may carry lists of texts before its samples. */
export const HEAD_BYTES = 4096

/** Types under which recordings are sent. Playlists and documents that call themselves audio are not among them. */
const SOUND_TYPES: ReadonlySet<string> = new Set(
  [
    ['wav', 'x-wav', 'wave', 'vnd.wave', 'x-pn-wav'],
    ['mpeg', 'mp3', 'mpeg3', 'x-mpeg', 'x-mpeg-3', 'x-mp3', 'mpg', 'x-mpg'],
    ['ogg', 'opus', 'vorbis', 'x-ogg', 'flac', 'x-flac', 'webm'],
    ['mp4', 'm4a', 'x-m4a', 'aac', 'aacp', 'x-aac', '3gpp', 'amr'],
    ['basic', 'aiff', 'x-aiff', 'x-caf', 'gsm', 'x-gsm'],
  ].flatMap((names) => names.map((name) => `audio/${name}`)),
)
/** Storage that was not told what it stores. */
const UNTYPED: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-octet-stream',
  'application/force-download',
  'application/ogg',
])

/** Whether what is sent under this media type may be a recording; its first bytes decide then. */
export const mayBeSound = (type: string): boolean => SOUND_TYPES.has(type) || UNTYPED.has(type)

const text = (head: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...head.subarray(from, from + length))

const WAV: Sound = { type: 'audio/wav', extension: 'wav' }
const MPEG: Sound = { type: 'audio/mpeg', extension: 'mp3' }
const BY_TEXT: readonly (readonly [at: number, text: string, sound: Sound])[] = [
  [0, 'ID3', MPEG],
  [0, 'OggS', { type: 'audio/ogg', extension: 'ogg' }],
  [0, 'fLaC', { type: 'audio/flac', extension: 'flac' }],
  [4, 'ftyp', { type: 'audio/mp4', extension: 'm4a' }],
  [0, '\x1a\x45\xdf\xa3', { type: 'audio/webm', extension: 'webm' }],
  [0, '#!AMR', { type: 'audio/amr', extension: 'amr' }],
  [0, '.snd', { type: 'audio/basic', extension: 'au' }],
  [8, 'AIFF', { type: 'audio/aiff', extension: 'aiff' }],
  [8, 'AIFC', { type: 'audio/aiff', extension: 'aiff' }],
  [0, 'caff', { type: 'audio/x-caf', extension: 'caf' }],
]

/** A frame of MPEG audio or of AAC begins with eleven or twelve ones; the bits after them rule out most other data. */
const byFrame = (head: Uint8Array): Sound | null => {
  // Some recorders put zeros before the first frame.
  const at = head.findIndex((byte) => byte !== 0)
  const [sync = 0, kind = 0, rate = 0] = head.subarray(Math.max(at, 0))
  if (sync !== 0xff) return null
  if ((kind & 0xf6) === 0xf0) return { type: 'audio/aac', extension: 'aac' }
  const isFrame =
    (kind & 0xe0) === 0xe0 &&
    (kind & 0x18) !== 0x08 &&
    (kind & 0x06) !== 0 &&
    rate >> 4 !== 0xf &&
    (rate & 0x0c) !== 0x0c
  return isFrame ? MPEG : null
}

/** Whether a WAV file has samples. What its header says of their length is not believed: recorders write 0 or 0xFFFFFFFF. */
const hasSamples = (head: Uint8Array, total: number | null): boolean => {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  for (let at = 12; at + 8 <= head.length;) {
    const size = view.getUint32(at + 4, true)
    if (text(head, at, 4) === 'data') {
      const from = at + 8
      if (total !== null && total <= from) return false
      const isList = size === 0 && ['LIST', 'id3 ', 'fact'].includes(text(head, from, 4))
      return !isList
    }
    at += 8 + size + (size % 2)
  }
  // No samples among the first bytes: they may follow, unless these were all.
  return total === null || total > head.length
}

/** An ID3 tag has the length of its own in four times seven bits. */
const tagBytes = (head: Uint8Array): number =>
  10 + head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)

/**
 * What a file is by its first bytes.
 * @param head the first `HEAD_BYTES` of the file, or all of it if it is shorter
 * @param total length of the file in bytes; null: not known
 * @returns `empty`: sound without anything recorded; null: no sound
 */
export const readSound = (head: Uint8Array, total: number | null): Sound | 'empty' | null => {
  if (total === 0 || head.length === 0) return 'empty'
  if (/^(?:RIFF|RIFX|RF64)$/.test(text(head, 0, 4)) && text(head, 8, 4) === 'WAVE')
    return hasSamples(head, total) ? WAV : 'empty'
  const found = BY_TEXT.find(([at, mark]) => text(head, at, mark.length) === mark)?.[2]
  if (found === MPEG && total !== null && head.length >= 10 && total <= tagBytes(head)) return 'empty'
  return found ?? byFrame(head)
}
