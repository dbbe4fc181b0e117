import { expect, it } from 'vitest'
import { callerDigits } from './caller-digits.ts'

it.each([
  ['+7 (495) 123-45-67', '74951234567'],
  ['8 495 123-45-67', '74951234567'],
  ['8495', '8495'],
  ['+86 138 0013 8000', '8613800138000'],
  ['sip:anna@example.com', ''],
])('%s', (caller, digits) => {
  expect(callerDigits(caller)).toBe(digits)
})
