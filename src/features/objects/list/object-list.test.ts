import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setLocale } from '#/i18n/locale.ts'
import { obj, type ObjRead } from '#/contract/object.ts'
import * as callerSearch from '#/contract/phones/caller-search.ts'
import { findObjects, sessionShare, sessionTone, sortObjects, type ObjectColumn } from './object-list.ts'

// Sorting and plurals depend on the language.
setLocale('en')

const objectOf = (fields: Partial<ObjRead>): ObjRead => ({ ...obj.lenient.parse({ oid: 'o' }), ...fields })

const objects = [
  objectOf({
    oid: '1',
    title: 'Ёлки и шары',
    alias: 'new-year',
    site_url: 'https://elki.example/',
    country_code: 'RU',
    own_number: '+74951234567',
    sessions_used: 90,
    sessions: 100,
    numbers: 2,
    calls_count: 10,
    expiration_date: '03.12.2026 00:00:00',
  }),
  objectOf({
    oid: '2',
    title: 'Hotel 12',
    site_url: 'neva12.ru/bron',
    country_code: 'RU',
    own_number: '+78123094410',
    sessions_used: 10,
    sessions: 100,
    numbers: 12,
    calls_count: 3,
    expiration_date: '04.03.2027 00:00:00',
  }),
  objectOf({
    oid: '3',
    title: 'Hotel 2',
    site_url: '',
    country_code: 'RU',
    own_number: '+78129990000',
    expiration_date: 'never',
  }),
]
const idsOf = (list: readonly ObjRead[]) => list.map(({ oid }) => oid).join('')

describe('search', () => {
  it.each([
    ['', '123'],
    ['   ', '123'],
    ['hotel', '23'],
    ['12 HOTEL', '2'],
    ['елки', '1'],
    ['neva12.ru', '2'],
    ['new-year', '1'],
    ['year елки', '1'],
    ['+7 495 123-45-67', '1'],
    ['8 (495) 123-45-67', '1'],
    ['8495', '1'],
    ['309-44', '2'],
    ['234', '1'],
    ['nobody', ''],
    ['---', ''],
  ])('“%s” finds %s', (query, ids) => {
    expect(idsOf(findObjects(objects, query, callerSearch))).toBe(ids)
  })

  it('finds an object by any part of its number, however it is spaced', () => {
    const part = fc.tuple(fc.nat(10), fc.integer({ min: 1, max: 11 }))
    fc.assert(
      fc.property(part, fc.constantFrom('', ' ', '-'), ([start, length], space) => {
        const digits = '74951234567'.slice(start, start + length)
        expect(idsOf(findObjects(objects, digits.split('').join(space), callerSearch))).toContain('1')
      }),
    )
  })
})

describe('order', () => {
  it.each<[ObjectColumn, 'ascending' | 'descending', string]>([
    ['title', 'ascending', '321'],
    ['title', 'descending', '123'],
    ['sessions', 'ascending', '213'],
    ['sessions', 'descending', '123'],
    ['runway', 'ascending', '123'],
    ['runway', 'descending', '213'],
    ['numbers', 'ascending', '123'],
    ['numbers', 'descending', '213'],
    ['calls', 'descending', '123'],
    ['paid_until', 'ascending', '123'],
    ['paid_until', 'descending', '213'],
  ])('by %s, %s, is %s; what is not known comes last', (column, direction, ids) => {
    expect(idsOf(sortObjects(objects, { column, direction }, () => '2026-11-20'))).toBe(ids)
  })
})

it('counts the days of a runway from the day it is where each object is', () => {
  const [one, other] = ['1', '2'].map((oid) =>
    objectOf({ oid, title: `Object ${oid}`, expiration_date: '03.12.2026 00:00:00' }),
  )
  const byExpiryForecast = { column: 'runway', direction: 'ascending' } as const
  const ahead = (first: string) => (oid: string) => (oid === first ? '2026-11-21' : '2026-11-20')
  expect(idsOf(sortObjects([one!, other!], byExpiryForecast, ahead('1')))).toBe('12')
  expect(idsOf(sortObjects([one!, other!], byExpiryForecast, ahead('2')))).toBe('21')
})

describe('sessions', () => {
  it('are a share of the limit, where there is one', () => {
    expect(sessionShare(objectOf({ sessions_used: 9412, sessions: 10_000 }))).toBe(0.9412)
    expect(sessionShare(objectOf({ sessions_used: 12, sessions: 10 }))).toBe(1.2)
    expect(sessionShare(objectOf({ sessions_used: null, sessions: 10 }))).toBeNull()
    expect(sessionShare(objectOf({ sessions_used: 1, sessions: null }))).toBeNull()
    expect(sessionShare(objectOf({ sessions_used: 0, sessions: 0 }))).toBeNull()
  })

  it('warn from three quarters and alarm from nine tenths', () => {
    expect([0, 0.749, 0.75, 0.899, 0.9, 1.2].map(sessionTone)).toEqual([
      'accent',
      'accent',
      'warning',
      'warning',
      'missed',
      'missed',
    ])
  })
})
