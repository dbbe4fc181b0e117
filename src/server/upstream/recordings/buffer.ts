import { LRUCache } from 'lru-cache'
import type { Bytes } from '#/server/http/bytes.ts'

export interface BufferLimits {
  readonly fileBytes: number
  /** Of all files, including those being read. */
  readonly totalBytes: number
  /** How long a listener waits for a complete file; slower ones are streamed. */
  readonly fileMs: number
  /** Since the last request. */
  readonly idleMs: number
}

const LIMITS: BufferLimits = {
  fileBytes: 50 * 1024 * 1024,
  totalBytes: 200 * 1024 * 1024,
  fileMs: 15_000,
  idleMs: 10 * 60_000,
}

/** A complete file, or a stream if it is too large or too slow. */
export type Buffered = { readonly file: Bytes } | { readonly stream: ReadableStream<Bytes> }

/** Buffers recordings whose source has no length or ranges, which players need to seek. Evicts the least recently used. */
export const createRecordingBuffer = (monotonic: () => number, limits: BufferLimits = LIMITS) => {
  const files = new LRUCache<string, Bytes>({
    maxSize: limits.totalBytes,
    sizeCalculation: (file) => Math.max(1, file.byteLength),
    ttl: limits.idleMs,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    perf: { now: monotonic },
  })
  const underWay = new Map<string, Promise<Bytes | null>>()
  /** Including files being read, or streamed because of their size. */
  let heldBytes = 0

  const hasRoomFor = (bytes: number): boolean => {
    const isOver = () => files.calculatedSize + heldBytes + bytes > limits.totalBytes
    while (isOver() && files.size > 0) files.pop()
    return !isOver()
  }

  const passOn = (chunks: Bytes[], reader: ReadableStreamDefaultReader<Bytes>): ReadableStream<Bytes> =>
    new ReadableStream<Bytes>({
      pull: async (controller) => {
        const chunk = chunks.shift()
        if (chunk) {
          heldBytes -= chunk.byteLength
          controller.enqueue(chunk)
          return
        }
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async (reason) => {
        for (const chunk of chunks.splice(0)) heldBytes -= chunk.byteLength
        await reader.cancel(reason)
      },
    })

  const read = async (body: ReadableStream<Bytes>): Promise<Buffered> => {
    const reader = body.getReader()
    const chunks: Bytes[] = []
    const end = monotonic() + limits.fileMs
    let bytes = 0
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        const isTooLarge =
          bytes + value.byteLength > limits.fileBytes || !hasRoomFor(value.byteLength) || monotonic() > end
        chunks.push(value)
        bytes += value.byteLength
        heldBytes += value.byteLength
        if (isTooLarge) return { stream: passOn(chunks, reader) }
      }
    } catch (error) {
      heldBytes -= bytes
      throw error
    }
    heldBytes -= bytes
    return { file: await new Blob(chunks).bytes() }
  }

  return {
    /** A buffered file, also one being read; null: none. */
    get: async (key: string): Promise<Bytes | null> => files.get(key) ?? (await underWay.get(key)) ?? null,
    /** Reads a file to its end even if the request is aborted, since players request it repeatedly. */
    fill: async (key: string, body: ReadableStream<Bytes>): Promise<Buffered> => {
      const reading = read(body)
      const outcome = reading.then(
        (buffered) => ('file' in buffered ? buffered.file : null),
        () => null,
      )
      underWay.set(key, outcome)
      try {
        const buffered = await reading
        if ('file' in buffered) files.set(key, buffered.file)
        return buffered
      } finally {
        if (underWay.get(key) === outcome) underWay.delete(key)
      }
    },
  }
}
