import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '#/test/runs.ts'
import { readFrames, segmentFrame, stateFrame, type ArchiveFrame } from './frames.ts'
import type { ArchiveState } from './shapes.ts'

const state: ArchiveState = {
  is: 'reading',
  as_of: '2026-11-20T11:03:00.000Z',
  oldest: '2026-11-19T11:03:00.000Z',
  loaded: 12,
  total: null,
  unread: [{ date_from: '2026-11-01', date_to: '2026-11-03' }],
  shortfall: null,
  error: { status: 429, code: 'rate_limited', retry_after: 7 },
}

const framesOf = async (chunks: readonly Uint8Array[]): Promise<ArchiveFrame[]> => {
  const frames: ArchiveFrame[] = []
  const arriving = async function* () {
    yield* chunks
  }
  for await (const frame of readFrames(arriving())) frames.push(frame)
  return frames
}

const joined = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

it('frames come out as they went in, wherever the stream is cut', async () => {
  const frame = fc.oneof(
    fc.constant({ kind: 'state' as const, state }),
    fc.record({
      kind: fc.constant('segment' as const),
      first: fc.nat(65_535),
      last: fc.nat(65_535),
      bytes: fc.uint8Array({ maxLength: 300 }).map((bytes) => Uint8Array.from(bytes)),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 6 }), fc.array(fc.nat(2_000)), async (frames, cuts) => {
      const bytes = joined(
        frames.map((one) =>
          one.kind === 'state' ? stateFrame(one.state) : segmentFrame(one.first, one.last, one.bytes),
        ),
      )
      const at = [0, ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length]
      const chunks = at.slice(1).map((end, nth) => bytes.subarray(at[nth], end))
      expect(await framesOf(chunks)).toEqual(frames)
    }),
    runs(200, 5_000),
  )
})

it.each([
  ['a stream cut off', stateFrame(state).subarray(0, -1), 'ended within a frame'],
  ['a page of something on the way', new TextEncoder().encode('<!doctype html><title>Sign in'), 'a frame of'],
  ['an unknown kind', Uint8Array.of(0, 0, 0, 0, 7), 'no frame of kind 7'],
])('refuses %s', async (_, bytes, said) => {
  await expect(framesOf([bytes])).rejects.toThrow(said)
})
