// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { codeOf, handBack, makeProof, portalOf } from './embed-auth.ts'

const CODE = 'c'.repeat(43)
const windows = () =>
  ['pop-up', 'other'].map((name) => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    frame.name = name
    return frame.contentWindow!
  })
const setAncestors = (ancestors: readonly string[] | undefined) =>
  ancestors === undefined
    ? Reflect.deleteProperty(location, 'ancestorOrigins')
    : Object.defineProperty(location, 'ancestorOrigins', { value: ancestors, configurable: true })
afterEach(() => {
  setAncestors(undefined)
  document.body.replaceChildren()
})

test('the challenge is the hash of a verifier that is another one each time', async () => {
  const [one, other] = [await makeProof(), await makeProof()]
  expect(one.verifier).toMatch(/^[\w-]{43}$/)
  expect(one.verifier).not.toBe(other.verifier)
  expect(one.challenge).toBe(createHash('sha256').update(one.verifier).digest('base64url'))
})

test('the portal is the page at the top; where the browser does not tell, the only one there can be', () => {
  const [portal, between] = ['https://portal.example', 'https://between.example']
  setAncestors([between, portal])
  expect(portalOf([portal, between])).toBe(portal)
  setAncestors(undefined)
  expect(portalOf([portal])).toBe(portal)
  expect(portalOf([portal, between])).toBeNull()
  expect(portalOf([])).toBeNull()
})

test('the code is handed to a page of our own origin only', () => {
  const postMessage = vi.fn()
  handBack({ postMessage } as unknown as Window, CODE)
  expect(postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'code', code: CODE }, location.origin)
})

test('message-fuzz: nothing is a code but a message of that shape, from the pop-up, of our own origin', () => {
  const [popUp, other] = windows()
  const good = { type: 'code', code: CODE }
  const heard = (message: { origin: string; source: Window | null; data: unknown }, from: Window | null) =>
    codeOf(new MessageEvent('message', message), from)
  expect(heard({ origin: location.origin, source: popUp!, data: good }, popUp!)).toBe(CODE)
  const isGood = (data: unknown) =>
    typeof data === 'object' &&
    data !== null &&
    Object.keys(data).toSorted().join() === 'code,type' &&
    'type' in data &&
    data.type === 'code' &&
    'code' in data &&
    typeof data.code === 'string' &&
    /^[\w-]{43}$/.test(data.code)
  const origins = fc.oneof(
    fc.constant(location.origin),
    fc.constantFrom(
      'null',
      '',
      'https://evil.example',
      `${location.origin}.evil.example`,
      `${location.origin}/`,
    ),
    fc.webUrl(),
  )
  const data = fc.oneof(
    fc.constant(good),
    fc.record({
      type: fc.oneof(fc.constantFrom('code', 'ready', 'height', 'Code'), fc.string()),
      code: fc.oneof(fc.constant(CODE), fc.string(), fc.anything()),
    }),
    fc.constant({ ...good, more: 1 }),
    fc.anything(),
  )
  fc.assert(
    fc.property(
      origins,
      fc.constantFrom(popUp!, other!, null),
      data,
      fc.boolean(),
      (origin, source, data, isOpen) => {
        const code = heard({ origin, source, data }, isOpen ? popUp! : null)
        const mayBe = isOpen && origin === location.origin && source === popUp && isGood(data)
        expect(code).toBe(mayBe ? (data as { code: string }).code : null)
      },
    ),
  )
})
