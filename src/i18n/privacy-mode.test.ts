import { afterEach, expect, test } from 'vitest'
import { formatMoney } from './format.ts'
import { formatPhone, phoneHref, phoneInFile, phoneToCopy } from './phone.ts'
import { setPrivacyMode, type PrivacyMode } from './privacy-mode.ts'
import { MASK, maskedPhone } from './privacy-masks.ts'

afterEach(() => setPrivacyMode(null))

test('what is shown to others has no sum and no number that could be called', () => {
  expect(formatMoney(54_321)).toBe('54,321')
  setPrivacyMode({ sum: MASK, phone: maskedPhone } as PrivacyMode)
  expect(formatMoney(54_321)).toBe('•••')
  expect(formatPhone('701234567890')).toBe('+7 ••• ••6-78-90')
  expect(formatPhone('711234567890')).toBe('••• ••6-78-90')
  expect(phoneToCopy('701234567890')).toBe('+7 ••• ••6-78-90')
  expect(phoneInFile('701234567890')).toBe('+7 ••• ••6-78-90')
  expect(phoneHref('701234567890')).toBeNull()
  // Fails closed: unmasked values are hidden.
  expect(formatPhone('+79261234567')).toBe('•••')
  expect(formatPhone('sip:anna@pbx.example')).toBe('•••')
})
