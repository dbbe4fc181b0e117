import { failure } from './failure.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** From `first` to `last`, or the last `suffix` bytes. */
export type ByteRange = { readonly first: number; readonly last: number | null } | { readonly suffix: number }

/** @returns null for an absent or unsupported header: send the whole file (RFC 9110, 14.2) */
export const parseRange = (header: string | undefined): ByteRange | null => {
  const [, first, last, suffix] = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/.exec(header ?? '') ?? []
  if (suffix !== undefined) return { suffix: Number(suffix) }
  if (first === undefined || (last && Number(last) < Number(first))) return null
  return { first: Number(first), last: last ? Number(last) : null }
}

/** The range within a file; null: outside. */
export const partOf = (
  file: Bytes,
  range: ByteRange | null,
): { readonly bytes: Bytes; readonly contentRange: string | null } | null => {
  if (range === null) return { bytes: file, contentRange: null }
  const first = 'suffix' in range ? Math.max(0, file.length - range.suffix) : range.first
  const last = Math.min('suffix' in range ? file.length : (range.last ?? file.length), file.length - 1)
  if (first > last) return null
  return { bytes: file.subarray(first, last + 1), contentRange: `bytes ${first}-${last}/${file.length}` }
}

export interface RelayLimits {
  readonly maxBytes: number
  /** Longest pause of the source while it is read. */
  readonly idleMs: number
  /** Total duration. */
  readonly totalMs: number
}

const readInTime = <T>(work: Promise<T>, ms: number): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(failure('upstream_timeout')), Math.max(0, ms))
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Passes a body on within limits, else ends it with an error. */
export const relay = (
  body: ReadableStream<Bytes> | null,
  { maxBytes, idleMs, totalMs }: RelayLimits,
): ReadableStream<Bytes> => {
  const reader = body?.getReader()
  const end = performance.now() + totalMs
  let bytes = 0
  return new ReadableStream<Bytes>({
    pull: async (controller) => {
      try {
        const part = reader && (await readInTime(reader.read(), Math.min(idleMs, end - performance.now())))
        if (!part || part.done) return controller.close()
        bytes += part.value.byteLength
        if (bytes > maxBytes) throw failure('upstream_too_large')
        controller.enqueue(part.value)
      } catch (error) {
        reader?.cancel(error).catch(() => undefined)
        throw error
      }
    },
    cancel: (reason) => reader?.cancel(reason),
  })
}

/** The first `length` bytes of a body, and the complete body. */
export const splitHead = async (
  body: ReadableStream<Bytes>,
  length: number,
): Promise<readonly [head: Bytes, body: ReadableStream<Bytes>]> => {
  const reader = body.getReader()
  const chunks: Bytes[] = []
  let bytes = 0
  while (bytes < length) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    bytes += value.byteLength
  }
  const head = (await new Blob(chunks).bytes()).subarray(0, length)
  return [
    head,
    new ReadableStream<Bytes>({
      pull: async (controller) => {
        const chunk = chunks.shift()
        if (chunk) {
          controller.enqueue(chunk)
          return
        }
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    }),
  ]
}
