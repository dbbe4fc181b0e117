/** Type of a recording by its first bytes. */
export interface Sound {
  /** Media type, audio/*. */
  readonly type: string
  /** Extension without a dot. */
  readonly extension: string
}

/** Enough for detection: WAV files may have text chunks before samples. */
export const HEAD_BYTES = 4096

/** Media types that are served; no playlists or documents labelled as audio. */
const SOUND_TYPES: ReadonlySet<string> = new Set(
  [
    ['wav', 'x-wav', 'wave', 'vnd.wave', 'x-pn-wav'],
    ['mpeg', 'mp3', 'mpeg3', 'x-mpeg', 'x-mpeg-3', 'x-mp3', 'mpg', 'x-mpg'],
    ['ogg', 'opus', 'vorbis', 'x-ogg', 'flac', 'x-flac', 'webm'],
    ['mp4', 'm4a', 'x-m4a', 'aac', 'aacp', 'x-aac', '3gpp', 'amr'],
    ['basic', 'aiff', 'x-aiff', 'x-caf', 'gsm', 'x-gsm'],
  ].flatMap((names) => names.map((name) => `audio/${name}`)),
)
/** Generic types of storages. */
const UNTYPED: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-octet-stream',
  'application/force-download',
  'application/ogg',
])

/** Whether a media type may be sound; the first bytes decide. */
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

/** MPEG and AAC frames begin with eleven or twelve ones; the next bits exclude most other data. */
const byFrame = (head: Uint8Array): Sound | null => {
  // Some recorders start with zeros.
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

/** Whether a WAV file has samples. Lengths in its header are unreliable: recorders write 0 or 0xFFFFFFFF. */
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
  // Samples may follow later, unless this is the whole file.
  return total === null || total > head.length
}

/** An ID3 tag's length in four 7-bit bytes. */
const tagBytes = (head: Uint8Array): number =>
  10 + head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)

/**
 * Detects a file's type.
 * @param head the first `HEAD_BYTES`, or the whole file
 * @param total bytes, or null
 * @returns `empty`: no sound recorded; null: not sound
 */
export const readSound = (head: Uint8Array, total: number | null): Sound | 'empty' | null => {
  if (total === 0 || head.length === 0) return 'empty'
  if (/^(?:RIFF|RIFX|RF64)$/.test(text(head, 0, 4)) && text(head, 8, 4) === 'WAVE')
    return hasSamples(head, total) ? WAV : 'empty'
  const found = BY_TEXT.find(([at, mark]) => text(head, at, mark.length) === mark)?.[2]
  if (found === MPEG && total !== null && head.length >= 10 && total <= tagBytes(head)) return 'empty'
  return found ?? byFrame(head)
}
