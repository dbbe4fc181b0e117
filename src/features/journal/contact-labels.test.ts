import { expect, test } from 'vitest'
import { offsetLabel, pagePath } from './contact-labels.ts'

test('a list says whose clock its times are on: of one object its own, of all each object’s', () => {
  const offsets = { main: 180, isMixed: false }
  expect(offsetLabel(offsets, false)).toBe('Times are the object’s own, UTC+3')
  expect(offsetLabel(offsets, true)).toBe('Times are each object’s own, UTC+3')
  expect(offsetLabel({ main: 180, isMixed: true }, true)).toMatch(/^Several time zones: UTC\+3/)
  expect(offsetLabel({ main: null, isMixed: false }, true)).toBeNull()
})

test('a page is named by its path as it is recorded, so that the journal can be filtered by it', () => {
  expect(pagePath('https://okna.example/каталог/?utm=a#top')).toBe('/каталог/?utm=a')
  expect(pagePath('https://okna.example')).toBe('/')
  expect(pagePath('HTTP://okna.example:8080?q=1')).toBe('?q=1')
  expect(pagePath('tel:+74951234567')).toBe('tel:+74951234567')
  expect(pagePath('/catalogue')).toBe('/catalogue')
})
