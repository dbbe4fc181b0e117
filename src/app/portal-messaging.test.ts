// @vitest-environment jsdom
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { happens } from '#/test/render-app.tsx'
import { createHeights, hearers, notifyPortal } from './portal-messaging.ts'

const [PORTAL, OTHER] = ['https://portal.example', 'https://other.example']
const postMessage = vi.fn()
const setAncestors = (ancestors: readonly string[] | undefined) =>
  ancestors === undefined
    ? Reflect.deleteProperty(location, 'ancestorOrigins')
    : Object.defineProperty(location, 'ancestorOrigins', { value: ancestors, configurable: true })

beforeEach(() => {
  vi.spyOn(window, 'parent', 'get').mockReturnValue({ postMessage } as unknown as Window)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ ancestors: [PORTAL, OTHER], cookie: 'partitioned' }, { headers: { 'x-callboard': '1' } }),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  postMessage.mockReset()
  setAncestors(undefined)
})

test('who hears is the page around the frame if it is listed, and any listed one where the browser does not tell', () => {
  setAncestors([OTHER, PORTAL])
  expect(hearers([PORTAL, OTHER])).toEqual([OTHER])
  expect(hearers([PORTAL])).toEqual([])
  setAncestors([])
  expect(hearers([PORTAL])).toEqual([])
  setAncestors(undefined)
  expect(hearers([PORTAL, OTHER])).toEqual([PORTAL, OTHER])
})

test('message-fuzz: whatever the frame is told, it answers nothing and says no more than that it is there and how high', async () => {
  setAncestors([PORTAL])
  await happens(() => notifyPortal(document.body))
  const messages = () => postMessage.mock.calls
  expect(messages()[0]).toEqual([{ type: 'ready' }, PORTAL])
  const before = messages().length
  fc.assert(
    fc.property(fc.anything(), fc.constantFrom(PORTAL, OTHER, location.origin, 'null'), (data, origin) => {
      window.dispatchEvent(new MessageEvent('message', { data, origin, source: window }))
    }),
  )
  expect(messages()).toHaveLength(before)
  for (const [message, origin] of messages()) {
    expect(origin).toBe(PORTAL)
    expect([{ type: 'ready' }, { type: 'height', height: expect.any(Number) }]).toContainEqual(message)
  }
})

const heightsOf = (measured: readonly (readonly [height: number, frame: number])[]) => {
  const heights: number[] = []
  const measure = createHeights((height) => heights.push(height))
  for (const [height, frame] of measured) measure({ height, frame })
  return heights
}

test('a height is told when it changes, never more than 4,000 pixels', () => {
  expect(
    heightsOf([
      [300, 600],
      [300, 300],
      [900, 300],
      [900, 900],
      [1_000_000, 900],
      [2_000_000, 4_000],
    ]),
  ).toEqual([300, 900, 4_000])
})

test('a page that follows its frame’s height never makes it grow: the portal hears of it once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 2_000 }), fc.integer({ min: -100, max: 100 }), (first, more) => {
      let frame = first
      const heights: number[] = []
      const measure = createHeights((height) => heights.push((frame = height)))
      for (let times = 0; times < 20; times++) measure({ height: frame + more, frame })
      expect(heights).toHaveLength(1)
    }),
  )
})
