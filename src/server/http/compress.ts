import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress, type BrotliOptions } from 'node:zlib'

export type ContentEncoding = 'br' | 'gzip'
/** Brotli and Zstandard with a dictionary that the client has (RFC 9842). */
export type DictionaryEncoding = 'dcb' | 'dcz'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const zstandard = promisify(zstdCompress)

/** Below it the headers cost more than compression saves. */
export const COMPRESS_FROM_BYTES = 1024

/** `q=0` is a refusal; other weights do not matter between two. */
const takenBy = (header: string | null | undefined): ReadonlySet<string> =>
  new Set(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]!.trim()),
  )

/** The best encoding a client takes, or null. */
export const acceptedEncoding = (header: string | null | undefined): ContentEncoding | null => {
  const taken = takenBy(header)
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : null
}

/** The best encoding with a dictionary that a client takes, or null. */
export const acceptedDictionaryEncoding = (header: string | null | undefined): DictionaryEncoding | null => {
  const taken = takenBy(header)
  return taken.has('dcb') ? 'dcb' : taken.has('dcz') ? 'dcz' : null
}

/** From this size on an answer is compressed lightly: a third of the time for a third more bytes, since a user is waiting. */
const LIGHTLY_FROM_BYTES = 256 * 1024

/** Of Brotli and of gzip. */
const LEVELS = {
  once: { quality: 9, level: 9 },
  each: { quality: 4, level: 5 },
  large: { quality: 1, level: 1 },
}

/** @param effort `once` for what is kept and sent many times, `each` for one answer */
export const compress = (
  bytes: Uint8Array<ArrayBuffer>,
  encoding: ContentEncoding,
  effort: 'once' | 'each',
): Promise<Uint8Array<ArrayBuffer>> => {
  const { quality, level } =
    LEVELS[bytes.byteLength >= LIGHTLY_FROM_BYTES && effort === 'each' ? 'large' : effort]
  return encoding === 'br'
    ? brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
        },
      })
    : gzipped(bytes, { level })
}

/** What the client has already, and its SHA-256, by which it names it. */
export interface CompressionDictionary {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly hash: Uint8Array<ArrayBuffer>
}

/** What comes before the dictionary's hash and the compressed bytes (RFC 9842, sections 4 and 5). */
const MAGIC = {
  dcb: [0xff, 0x44, 0x43, 0x42],
  dcz: [0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0],
} as const satisfies Record<DictionaryEncoding, readonly number[]>

/** What of the bytes is not in the dictionary. For what is kept and sent many times. */
export const compressWith = async (
  { bytes: dictionary, hash }: CompressionDictionary,
  bytes: Uint8Array<ArrayBuffer>,
  encoding: DictionaryEncoding,
): Promise<Uint8Array<ArrayBuffer>> => {
  // The types do not know yet that Brotli takes one too.
  const forBrotli: BrotliOptions & { readonly dictionary: Uint8Array } = {
    dictionary,
    params: { [constants.BROTLI_PARAM_QUALITY]: LEVELS.once.quality },
  }
  const compressed =
    encoding === 'dcb'
      ? await brotli(bytes, forBrotli)
      : await zstandard(bytes, { dictionary, params: { [constants.ZSTD_c_compressionLevel]: 19 } })
  return Buffer.concat([Uint8Array.from(MAGIC[encoding]), hash, compressed])
}
