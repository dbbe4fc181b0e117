// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { commandOf, isFree, slideTo, type PlayerCommand } from './keys.ts'

const NONE = { code: '', altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
const toggle: PlayerCommand = { do: 'toggle' }
const back: PlayerCommand = { do: 'skip', seconds: -5 }
const faster: PlayerCommand = { do: 'speed', by: 1 }

test.each([
  [{ key: ' ' }, toggle],
  [{ key: 'ArrowLeft' }, back],
  [{ key: 'ArrowRight' }, { do: 'skip', seconds: 5 }],
  [{ key: '>', shiftKey: true }, faster],
  [
    { key: '<', shiftKey: true },
    { do: 'speed', by: -1 },
  ],
  // Russian layouts have letters there.
  [{ key: 'Ю', code: 'Period', shiftKey: true }, faster],
  [
    { key: 'Б', code: 'Comma', shiftKey: true },
    { do: 'speed', by: -1 },
  ],
  [{ key: '.', code: 'Period' }, null],
  [{ key: 'ArrowUp' }, null],
  [{ key: 'ArrowLeft', altKey: true }, null],
  [{ key: 'ArrowRight', altKey: true }, null],
  [{ key: 'ArrowLeft', metaKey: true }, null],
  [{ key: ' ', ctrlKey: true }, null],
  [{ key: ' ', shiftKey: true }, null],
  [{ key: 'ArrowRight', shiftKey: true }, null],
  [{ key: 'toString' }, null],
])('%o', (event, expected) => {
  expect(commandOf({ ...NONE, ...event })).toEqual(expected)
})

const CASES: readonly [string, { toggle: boolean; back: boolean; faster: boolean }][] = [
  ['<main></main>', { toggle: true, back: true, faster: true }],
  ['<a href="/"></a>', { toggle: true, back: true, faster: true }],
  ['<button></button>', { toggle: false, back: true, faster: true }],
  ['<div role="slider"></div>', { toggle: true, back: false, faster: true }],
  ['<input type="range">', { toggle: false, back: false, faster: true }],
  ['<input type="checkbox">', { toggle: false, back: false, faster: true }],
  ['<input>', { toggle: false, back: false, faster: false }],
  ['<input type="search">', { toggle: false, back: false, faster: false }],
  ['<textarea></textarea>', { toggle: false, back: false, faster: false }],
  ['<select></select>', { toggle: false, back: false, faster: false }],
  ['<p contenteditable></p>', { toggle: false, back: false, faster: false }],
  ['<button role="tab"></button>', { toggle: false, back: false, faster: true }],
]
test.each(CASES)('focus on %s', (markup, expected) => {
  const target = new DOMParser().parseFromString(markup, 'text/html').body.firstElementChild!
  expect({
    toggle: isFree(target, toggle),
    back: isFree(target, back),
    faster: isFree(target, faster),
  }).toEqual(expected)
})

test('nothing is free inside what is open over the page', () => {
  const { body } = new DOMParser().parseFromString('<dialog><p></p></dialog>', 'text/html')
  expect(isFree(body.querySelector('p')!, toggle)).toBe(false)
})

test.each([
  ['ArrowRight', 15],
  ['ArrowUp', 15],
  ['ArrowLeft', 5],
  ['ArrowDown', 5],
  ['PageUp', 20],
  ['PageDown', 0],
  ['Home', 0],
  ['End', 100],
  ['Tab', null],
  ['constructor', null],
])('%s on the slider at 10 of 100 s', (key, expected) => {
  expect(slideTo({ ...NONE, key }, 10, 100)).toBe(expected)
})

test('the slider ends at its ends, and leaves Alt to the browser', () => {
  expect(slideTo({ ...NONE, key: 'ArrowRight' }, 98, 100)).toBe(100)
  expect(slideTo({ ...NONE, key: 'ArrowLeft' }, 2, 100)).toBe(0)
  expect(slideTo({ ...NONE, key: 'ArrowLeft', altKey: true }, 50, 100)).toBeNull()
})
