import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { murmur, readRange } from './recordings.ts'
import { sharedService } from '../testing/fixture.ts'

const fileOf = async (callId: number, seconds: number) => {
  const { size, part } = murmur(callId, seconds)
  const file = new Uint8Array(await new Response(part(0, size - 1)).arrayBuffer())
  expect(file.length).toBe(size)
  return file
}
/** Absolute loudness of each sample: 0 to 128. */
const loudnessOf = (wav: Uint8Array) => [...wav.subarray(44)].map((level) => Math.abs(level - 128))

describe('murmur', () => {
  it('is a WAV file of 8 kHz, 8 bit, mono, as long as it says', async () => {
    const wav = await fileOf(7, 2)
    const view = new DataView(wav.buffer)
    expect(new TextDecoder('latin1').decode(wav.subarray(0, 16))).toMatch(/^RIFF.{4}WAVEfmt $/s)
    expect(view.getUint32(4, true)).toBe(wav.length - 8)
    expect([20, 22, 34].map((at) => view.getUint16(at, true))).toEqual([1, 1, 8])
    expect([24, 28].map((at) => view.getUint32(at, true))).toEqual([8000, 8000])
    expect(view.getUint32(40, true)).toBe(2 * 8000)
    expect(wav.length).toBe(44 + 2 * 8000)
  })

  it('of every third call has a channel for each voice, and never both at once', async () => {
    const wav = await fileOf(9, 10)
    const view = new DataView(wav.buffer)
    expect([22, 32].map((at) => view.getUint16(at, true))).toEqual([2, 2])
    expect(view.getUint32(28, true)).toBe(16_000)
    expect(view.getUint32(40, true)).toBe(10 * 16_000)
    const samples = loudnessOf(wav)
    const heard = (channel: number) => samples.filter((level, index) => index % 2 === channel && level !== 0)
    expect([heard(0).length > 8000, heard(1).length > 8000]).toEqual([true, true])
    expect(samples.some((level, index) => index % 2 === 0 && level !== 0 && samples[index + 1] !== 0)).toBe(
      false,
    )
  })

  it.each([
    [0, 1],
    [12, 12],
    [600, 600],
    [3725, 3725],
    [2_147_483_647, 8 * 3600],
  ])('of %i s lasts %i s', (seconds, length) => {
    expect(murmur(1, seconds).size).toBe(44 + length * 8000)
  })

  it('is heard, has pauses, does not clip', async () => {
    const samples = loudnessOf(await fileOf(43, 15))
    const loudest = Array.from({ length: 150 }, (_, tenth) =>
      Math.max(...samples.slice(tenth * 800, (tenth + 1) * 800)),
    )
    expect(loudest.filter((level) => level > 12).length).toBeGreaterThan(60)
    expect(loudest.filter((level) => level === 0).length).toBeGreaterThan(2)
    expect(Math.max(...loudest)).toBeLessThan(127)
  })

  it('is the same for the same call and another for another, and no block of it is as the one before', async () => {
    const file = await fileOf(4, 25)
    expect(await fileOf(4, 25)).toEqual(file)
    expect(await fileOf(7, 25)).not.toEqual(file)
    expect(file.subarray(44, 80_044)).not.toEqual(file.subarray(80_044, 160_044))
  })

  it('has the same bytes in whatever parts it is read', async () => {
    const file = await fileOf(3, 25)
    const at = fc.nat(file.length - 1)
    await fc.assert(
      fc.asyncProperty(at, at, async (one, other) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)]
        const part = new Uint8Array(await new Response(murmur(3, 25).part(first, last)).arrayBuffer())
        expect(part.length).toBe(last + 1 - first)
        expect(Buffer.compare(part, file.subarray(first, last + 1))).toBe(0)
      }),
      { numRuns: 20 },
    )
  })
})

describe('readRange', () => {
  it.each([
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=10-', { first: 10, last: 99 }],
    ['bytes=90-200', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-200', { first: 0, last: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-4', null],
    ['bytes=-', null],
    ['bytes=0-1,5-6', null],
    ['items=0-1', null],
    ['', null],
    [undefined, null],
  ])('%s of 100', (header, expected) => {
    expect(readRange(header, 100)).toEqual(expected)
  })

  it('stays inside, whatever is asked', () => {
    const bound = fc.option(fc.nat(2000), { nil: '' })
    fc.assert(
      fc.property(bound, bound, fc.integer({ min: 1, max: 1000 }), (from, to, size) => {
        const range = readRange(`bytes=${from}-${to}`, size)
        if (range === null || range === 'unsatisfiable') return
        expect(range.first).toBeGreaterThanOrEqual(0)
        expect(range.last).toBeGreaterThanOrEqual(range.first)
        expect(range.last).toBeLessThan(size)
      }),
    )
  })
})

describe('GET /v2/recordings', () => {
  const { ask } = sharedService()

  it('plays what record_url names', async () => {
    const page = await (await ask('/v2/objs/oid-1/calls/1', { as: 'marketer' })).json()
    const response = await ask(new URL(page.call.record_url).pathname, { as: 'marketer' })
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('audio/wav')
    expect(response.headers.get('Accept-Ranges')).toBe('bytes')
    // The call lasted 61 s.
    expect(page.call.duration).toBe(61)
    expect(response.headers.get('Content-Length')).toBe(String(44 + 61 * 8000))
    const heard = new Uint8Array(await response.arrayBuffer())
    expect(heard).toEqual(await fileOf(1, 61))
    const again = await ask(new URL(page.call.record_url).pathname, { as: 'marketer' })
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(heard)
  })

  it('sends a part', async () => {
    const response = await ask('/v2/recordings/oid-4/104.wav', {
      as: 'client',
      headers: { Range: 'bytes=44-143' },
    })
    expect(response.status).toBe(206)
    expect(response.headers.get('Content-Range')).toBe(`bytes 44-143/${44 + 16_000}`)
    expect(response.headers.get('Content-Length')).toBe('100')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual((await fileOf(104, 2)).subarray(44, 144))
  })

  it('416 for a part that is not there', async () => {
    const response = await ask('/v2/recordings/oid-4/104.wav', {
      as: 'client',
      headers: { Range: 'bytes=99999-' },
    })
    expect(response.status).toBe(416)
    expect(response.headers.get('Content-Range')).toBe(`bytes */${44 + 16_000}`)
  })

  it('a manager’s own key plays recordings of the agency’s clients, and no others', async () => {
    expect((await ask('/v2/recordings/oid-4/104.wav', { as: 'manager' })).status).toBe(200)
    expect((await ask('/v2/recordings/oid-4/104.wav', { as: 'otherManager' })).status).toBe(404)
    expect((await ask('/v2/recordings/oid-4/104.wav', { as: 'marketer' })).status).toBe(404)
    expect((await ask('/v2/recordings/oid-4/104.wav')).status).toBe(401)
  })

  it.each([
    'oid-1/2.wav',
    'oid-2/1.wav',
    'oid-3/103.wav',
    'oid-1/1.mp3',
    'oid-1/1',
    'oid-1/99999999999999999.wav',
  ])('404 for %s', async (path) => {
    expect((await ask(`/v2/recordings/${path}`, { as: 'marketer' })).status).toBe(404)
  })
})
