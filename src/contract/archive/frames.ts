import { archiveState, type ArchiveState } from './shapes.ts'

/*
 * The answer to a question for columns is a stream of frames: length of the payload (4 bytes, little endian), kind (1 byte),
 * payload.
 */

/** JSON of an {@link ArchiveState}. */
const STATE = 0
/** First and last day since 1970 (2 bytes each, little endian), then a segment as it is kept: deflated without a head. */
const SEGMENT = 1

/** The contacts of some days, which take the place of all that was sent of those days before. */
interface SegmentFrame {
  /** Days since 1970, both included. */
  readonly first: number
  readonly last: number
  /** Deflated. */
  readonly bytes: Uint8Array<ArrayBuffer>
}
export type ArchiveFrame =
  | { readonly kind: 'state'; readonly state: ArchiveState }
  | ({ readonly kind: 'segment' } & SegmentFrame)

const HEAD_BYTES = 5
const DAYS_BYTES = 4
/** More than a month of a hundred thousand contacts a day: a length beyond it is no length. */
const MAX_FRAME_BYTES = 256 * 1024 * 1024

const framed = (kind: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const frame = new Uint8Array(HEAD_BYTES + length)
  new DataView(frame.buffer).setUint32(0, length, true)
  frame[4] = kind
  let at = HEAD_BYTES
  for (const part of parts) {
    frame.set(part, at)
    at += part.length
  }
  return frame
}

export const stateFrame = (state: ArchiveState): Uint8Array<ArrayBuffer> =>
  framed(STATE, new TextEncoder().encode(JSON.stringify(state)))

/** @param bytes of the segment, deflated */
export const segmentFrame = (first: number, last: number, bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const days = new DataView(new ArrayBuffer(DAYS_BYTES))
  days.setUint16(0, first, true)
  days.setUint16(2, last, true)
  return framed(SEGMENT, new Uint8Array(days.buffer), bytes)
}

const frameOf = (kind: number, payload: Uint8Array<ArrayBuffer>): ArchiveFrame => {
  if (kind === STATE)
    return { kind: 'state', state: archiveState.parse(JSON.parse(new TextDecoder().decode(payload))) }
  if (kind !== SEGMENT || payload.length < DAYS_BYTES) throw new Error(`no frame of kind ${kind}`)
  const days = new DataView(payload.buffer, payload.byteOffset, DAYS_BYTES)
  return {
    kind: 'segment',
    first: days.getUint16(0, true),
    last: days.getUint16(2, true),
    bytes: payload.subarray(DAYS_BYTES),
  }
}

/**
 * Cuts a stream of bytes into frames, however it arrives.
 * @throws Error for what is no such stream, and for one that ends within a frame
 */
export async function* readFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveFrame, void> {
  let length = 0
  /** Grows by doubling: what has come is put together once, not with each chunk. */
  let room = new Uint8Array(HEAD_BYTES)
  for await (const chunk of chunks) {
    if (length + chunk.length > room.length) {
      const wider = new Uint8Array(Math.max(length + chunk.length, 2 * room.length))
      wider.set(room.subarray(0, length))
      room = wider
    }
    room.set(chunk, length)
    length += chunk.length
    let at = 0
    while (length - at >= HEAD_BYTES) {
      const view = new DataView(room.buffer, at)
      const payload = view.getUint32(0, true)
      if (payload > MAX_FRAME_BYTES) throw new Error(`a frame of ${payload} bytes`)
      const end = at + HEAD_BYTES + payload
      if (end > length) break
      // A copy: the room is written over with what comes next.
      yield frameOf(view.getUint8(4), room.slice(at + HEAD_BYTES, end))
      at = end
    }
    room.copyWithin(0, at, length)
    length -= at
  }
  if (length > 0) throw new Error('the answer ended within a frame')
}
