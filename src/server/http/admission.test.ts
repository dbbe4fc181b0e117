import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileTypeOf, isAdmitted } from './admission.ts'

const ORIGIN = 'https://calls.example.com'
const admission = { origin: ORIGIN, destinations: ['empty'] }
const admitted = (method: string, headers: Record<string, string>, destinations = ['empty']) =>
  isAdmitted({ method, headers: new Headers(headers) }, { ...admission, destinations })

const PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }
const MARK = { 'x-requested-by': 'callboard' }
const JSON_BODY = { 'content-type': 'application/json' }

test('our page reads without our header: its first requests start from the HTML', () => {
  expect(admitted('GET', PAGE)).toBe(true)
})

test('our page writes JSON with our header', () => {
  expect(admitted('POST', { ...PAGE, ...MARK, ...JSON_BODY })).toBe(true)
  expect(admitted('PUT', { ...PAGE, ...MARK, 'content-type': 'application/json; charset=utf-8' })).toBe(true)
  expect(admitted('DELETE', { ...PAGE, ...MARK })).toBe(true)
})

test('a write without our header or as anything but JSON is refused', () => {
  expect(admitted('DELETE', PAGE)).toBe(false)
  expect(admitted('POST', { ...PAGE, ...JSON_BODY })).toBe(false)
  expect(admitted('POST', { ...PAGE, ...MARK })).toBe(false)
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/plain; application/json',
  ])
    expect(admitted('POST', { ...PAGE, ...MARK, 'content-type': type }), type).toBe(false)
})

test('takes a file where one is read, and nothing else there or anywhere else', () => {
  const book = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const sent = (path: string, type: string) =>
    isAdmitted(
      { method: 'POST', headers: new Headers({ ...PAGE, ...MARK, 'content-type': type }) },
      { ...admission, fileType: fileTypeOf(path) },
    )
  expect(sent('/api/spend-sheet', book)).toBe(true)
  expect(sent('/api/clients/7/spend-sheet', book)).toBe(true)
  for (const path of [
    '/api/preferences',
    '/api/spend-sheet/',
    '/api/v2/spend-sheet',
    '/api/clients/7/8/spend-sheet',
  ])
    expect(sent(path, book), path).toBe(false)
  for (const type of ['text/plain', 'multipart/form-data', `${book}; text/plain`])
    expect(sent('/api/spend-sheet', type), type).toBe(false)
})

test('only what the page fetches, and for recordings what an audio element fetches', () => {
  for (const dest of ['document', 'script', 'image', 'iframe', 'style', 'audio', 'serviceworker'])
    expect(admitted('GET', { ...PAGE, 'sec-fetch-dest': dest }), dest).toBe(false)
  expect(admitted('GET', { 'sec-fetch-site': 'same-origin' })).toBe(false)
  expect(admitted('GET', { ...PAGE, 'sec-fetch-dest': 'audio' }, ['audio', 'empty'])).toBe(true)
})

test('csrf-matrix: no other site, sibling or typed address gets in, whatever else it sends', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('cross-site', 'same-site', 'none', '', 'Same-Origin', 'same-origin, same-origin'),
      fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE'),
      fc.constantFrom('empty', 'audio', 'document'),
      fc.option(fc.constantFrom(ORIGIN, 'https://evil.example'), { nil: undefined }),
      (site, method, dest, origin) =>
        !admitted(method, {
          'sec-fetch-site': site,
          'sec-fetch-dest': dest,
          ...MARK,
          ...JSON_BODY,
          ...(origin === undefined ? {} : { origin }),
        }),
    ),
  )
})

test('a browser that says nothing of the site: Origin and our header stand in', () => {
  expect(admitted('GET', {})).toBe(false)
  expect(admitted('GET', MARK)).toBe(true)
  expect(admitted('GET', { ...MARK, origin: 'https://evil.example' })).toBe(false)
  expect(admitted('POST', { ...MARK, ...JSON_BODY, origin: ORIGIN })).toBe(true)
  expect(admitted('POST', { ...MARK, ...JSON_BODY })).toBe(false)
  for (const origin of [
    'null',
    'https://calls.example.com.evil.example',
    'http://calls.example.com',
    'https://x.calls.example.com',
  ])
    expect(admitted('DELETE', { ...MARK, origin }), origin).toBe(false)
})
