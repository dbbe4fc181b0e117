import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldsWithoutRight } from '#/contract/call-fields.ts'
import { formatPhone } from '#/i18n/phone.ts'
import { withoutHidden, withoutHiddenFields } from './hidden-fields.ts'

const PHONES = new Set(['phone_number_from'])
const seen = (contact: object) => withoutHiddenFields({ id: 1, ...contact }, PHONES, null)

describe('where the caller’s number is hidden', () => {
  test.each([
    ['перезвоните на 8 (916) 123-45-67, спасибо', 'перезвоните на •••, спасибо'],
    ['+79161234567 или 84951112233', '••• или •••'],
    ['Call 123-45-67 after 5', 'Call ••• after 5'],
    ['Заказ на 1 200 000 ₽ от 2026-11-20 14:03', 'Заказ на 1 200 000 ₽ от 2026-11-20 14:03'],
    ['придёт 20.11.2026 к 9', 'придёт 20.11.2026 к 9'],
    ['дом 12, кв. 345', 'дом 12, кв. 345'],
    ['пишите \uFF18 \uFF19\uFF11\uFF16 123-45-67', 'пишите •••'],
    ['8\u200B916\u200B1234567', '•••'],
  ])('a talk says %s as %s', (messages, shown) => {
    expect(seen({ messages })).toEqual({ id: 1, messages: shown })
    expect(seen({ comments: [{ id: 5, comment: messages }] })).toEqual({
      id: 1,
      comments: [{ id: 5, comment: shown }],
    })
  })

  test('what a form has sent stays JSON', () => {
    const form = JSON.stringify({ name: 'Анна', phone: 79161234567, more: ['8-916-123-45-67', 3] })
    const { custom_data: shown } = seen({ custom_data: form }) as { custom_data: string }
    expect(JSON.parse(shown)).toEqual({ name: 'Анна', phone: null, more: ['•••', 3] })
  })

  test('an address loses the caller’s own number and keeps every other', () => {
    const contact = {
      phone_number_from: '79161234567',
      request_uri: 'https://site.ru/?yclid=1234567890123456789&phone=%2B7%20916%20123-45-67',
      utm: 'utm_campaign=12345678901',
      record_url: 'https://media.example/79161234567.mp3',
      customer_status: { id: 12_345_678_901, name: '79161234567', price: 1_000_000_000 },
    }
    expect(seen(contact)).toEqual({
      id: 1,
      request_uri: 'https://site.ru/?yclid=1234567890123456789&phone=•••',
      utm: 'utm_campaign=12345678901',
      record_url: 'https://media.example/•••.mp3',
      customer_status: { id: 12_345_678_901, name: '•••', price: 1_000_000_000 },
    })
  })

  test('an address writes spaces as it likes', () => {
    const phone = '79161234567'
    for (const written of [
      '%2B7+%28916%29+123-45-67',
      '8+916+123+45+67',
      '8%2D916%2D1234567',
      '+7+916+1234567',
    ])
      expect(seen({ phone_number_from: phone, request_uri: `https://site.ru/?p=${written}&a=1` })).toEqual({
        id: 1,
        request_uri: expect.stringMatching(/^https:\/\/site\.ru\/\?p=\+?•••&a=1$/),
      })
  })

  test('it is in no text, however it is written there', () => {
    const digits = fc.stringMatching(/^7[3-9]\d{9}$/)
    const written = fc.tuple(digits, fc.constantFrom('plain', 'plus', 'eight', 'pretty', 'spaced')).map(
      ([phone, how]) =>
        [
          phone,
          {
            plain: phone,
            plus: `+${phone}`,
            eight: `8${phone.slice(1)}`,
            pretty: formatPhone(`+${phone}`),
            spaced: phone.split('').join(' '),
          }[how],
        ] as const,
    )
    const field = fc.constantFrom('messages', 'custom_data', 'search_request', 'referrer', 'managers')
    fc.assert(
      fc.property(written, field, fc.string(), fc.string(), ([phone, text], name, before, after) => {
        const shown = JSON.stringify(seen({ phone_number_from: phone, [name]: `${before} ${text} ${after}` }))
        expect(shown.replaceAll(/\D/g, '')).not.toContain(phone.slice(1))
      }),
    )
  })
})

test('rights hide fields; with all of them nothing is touched', () => {
  expect(fieldsWithoutRight([])).toEqual(['phone_number_from', 'record_url'])
  expect(fieldsWithoutRight(['numbers', 'listen'])).toEqual([])
  const answer = { calls: [{ id: 1 }], meta: {} }
  expect(withoutHidden('all_calls', answer, new Set())).toBe(answer)
})

test('an answer of whatever shape brings hidden fields in no contact', () => {
  const contact = { id: 1, phone_number_from: '79161234567', duration: 5 }
  const shown = { id: 1, duration: 5 }
  expect(
    withoutHidden('all_calls', { calls: [contact, 'odd'], meta: { a: 1 }, more: contact }, PHONES),
  ).toEqual({
    calls: [shown, 'odd'],
    meta: { a: 1 },
  })
  expect(withoutHidden('object_calls', [contact], PHONES)).toEqual([shown])
  expect(withoutHidden('call', { call: contact }, PHONES)).toEqual({ call: shown })
  expect(withoutHidden('call', contact, PHONES)).toEqual(shown)
  expect(withoutHidden('objects', { objs: [contact] }, PHONES)).toEqual({ objs: [contact] })
})

test('a hidden hour leaves the day', () => {
  const hidden = new Set(['date'])
  expect(withoutHiddenFields({ id: 1, date: '2026-11-20T14:03:00+03:00' }, hidden, null)).toEqual({
    id: 1,
    date: '2026-11-20T00:00:00+03:00',
  })
  expect(withoutHiddenFields({ id: 1, date: 'soon' }, hidden, null)).toEqual({ id: 1 })
})
