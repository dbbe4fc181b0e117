import { LRUCache } from 'lru-cache'
import type { Bytes } from './bytes.ts'

export interface BufferLimits {
  readonly fileBytes: number
  /** Of all files together, those that are being read among them. */
  readonly totalBytes: number
  /** Milliseconds that a listener waits for a whole file; what takes longer is played as it comes. */
  readonly fileMs: number
  /** Milliseconds since a file was last requested. */
  readonly idleMs: number
}

const LIMITS: BufferLimits = {
  fileBytes: 50 * 1024 * 1024,
  totalBytes: 200 * 1024 * 1024,
  fileMs: 15_000,
  idleMs: 10 * 60_000,
}

/** A file that was read to its end, or, where that takes too much room or time, the same file as a stream. */
export type Buffered = { readonly file: Bytes } | { readonly stream: ReadableStream<Bytes> }

/**
 * Recordings whose source tells neither a length nor gives parts: without both a player cannot seek. The least recently
 * used ones make room for others.
 */
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
  /** Of files that are being read, or passed on because they are too large. */
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
    /** A file that is here or is being read for another request; null: neither. */
    get: async (key: string): Promise<Bytes | null> => files.get(key) ?? (await underWay.get(key)) ?? null,
    /** Reads a file to its end, whoever goes away meanwhile: a player asks for the same file several times. */
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
