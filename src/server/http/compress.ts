import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type ContentEncoding = 'br' | 'gzip'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

export const COMPRESS_FROM_BYTES = 1024

/** `q=0` is a refusal; other weights are ignored. */
const takenBy = (header: string | null | undefined): ReadonlySet<string> =>
  new Set(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]!.trim()),
  )

export const acceptedEncoding = (header: string | null | undefined): ContentEncoding | null => {
  const taken = takenBy(header)
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : null
}

/** Larger answers are compressed lightly: a third of the time for a third more bytes. */
const LIGHTLY_FROM_BYTES = 256 * 1024

const LEVELS = {
  once: { quality: 9, level: 9 },
  each: { quality: 4, level: 5 },
  large: { quality: 1, level: 1 },
}

/** @param effort `once` for cached answers, `each` for single ones */
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
