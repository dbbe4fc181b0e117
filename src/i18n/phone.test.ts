import { afterEach, expect, test } from 'vitest'
import { callingCodes } from '../../scripts/calling-codes.ts'
import { CALLING_CODES } from './calling-codes.ts'
import { setLocale } from './locale.ts'
import { formatPhone, phoneHref, phoneInFile, phoneToCopy } from './phone.ts'

afterEach(() => setLocale('en'))

test('has the calling codes of the library that reads numbers', () => {
  // Written by `node scripts/calling-codes.ts`.
  expect(CALLING_CODES.trim()).toBe(callingCodes())
})

test('groups a number as its country does, and says the extension in words', () => {
  expect(formatPhone('+74951234567;ext=12')).toBe('+7 495 123-45-67 ext. 12')
  setLocale('ru')
  expect(formatPhone('+74951234567;ext=12')).toBe('+7 495 123-45-67 доб. 12')
  expect(formatPhone('+82212345678')).toBe('+82 2 1234 5678')
  expect(formatPhone('+48512345678')).toBe('+48 512 345 678')
  // Area codes of two to five digits.
  const german = ['493012345678', '4922112345678', '49436766348704', '493320312345', '4916030916595']
  expect(german.map((digits) => formatPhone(`+${digits}`))).toEqual([
    '+49 30 12345678',
    '+49 221 12345678',
    '+49 4367 66348704',
    '+49 33203 12345',
    '+49 160 30916595',
  ])
})

test('leaves what has no country, and what is no number, as it came', () => {
  for (const odd of ['9161234567', 'alice', '101', '+999', '+0123', '+7495', '', 'sip:ivan@pbx.example'])
    expect(formatPhone(odd).replaceAll(' ', '')).toBe(odd)
})

test('dials, copies and files a number without what only the eye needs', () => {
  expect(phoneHref('+74951234567;ext=12')).toBe('tel:+74951234567;ext=12')
  expect(phoneToCopy('+74951234567;ext=12')).toBe('+74951234567;ext=12')
  // Spreadsheets take a plus for a formula.
  expect(phoneInFile('+74951234567')).toBe('74951234567')
  expect(phoneInFile('+74951234567;ext=12')).toBe('74951234567 ext. 12')
  expect(phoneInFile('alice')).toBe('alice')
  for (const odd of ['alice', '101', '+999', '+0123456789', '', '1'.repeat(16)])
    expect(phoneHref(odd)).toBeNull()
})
