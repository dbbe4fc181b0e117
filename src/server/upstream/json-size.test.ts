import { expect, test } from 'vitest'
import { isTooWide } from '#/server/upstream/request.ts'

const pad = 'x'.repeat(1024 * 1024)
const object = (names: number) =>
  Object.fromEntries(Array.from({ length: names }, (_, nth) => [`name ${nth}`, nth]))

test('refuses an object of very many names, very many values, and very deep ones', () => {
  expect(isTooWide(JSON.stringify({ pad, calls: [object(10_001)] }))).toBe(true)
  expect(isTooWide(JSON.stringify({ pad, calls: Array.from({ length: 300_000 }, () => 0) }))).toBe(true)
  expect(isTooWide(JSON.stringify({ pad }) + '['.repeat(100))).toBe(true)
})

test('takes what the service documents, however long its texts are', () => {
  const signs = String.raw`,:{}[]"\", \\`
  expect(isTooWide(JSON.stringify({ calls: [{ text: `${pad}${signs.repeat(300_000)}\\` }] }))).toBe(false)
  expect(isTooWide(JSON.stringify({ pad, calls: Array.from({ length: 3_000 }, () => object(60)) }))).toBe(
    false,
  )
  expect(isTooWide(JSON.stringify(object(20_000)))).toBe(false)
})

test('judges text that is no JSON without failing', () => {
  for (const text of [`${pad}"`, `"${pad}`, `${pad}\\"`, `]]]${pad}:`]) expect(isTooWide(text)).toBe(false)
})
