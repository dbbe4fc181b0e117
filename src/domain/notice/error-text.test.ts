import { expect, test } from 'vitest'
import { errorText } from './error-text.ts'
import { noteMissingPart } from './missing-part.ts'

test('of a part that has not come it is said why that may be and what to do, of a defect that the rest goes on', () => {
  const missing = new Error('A part of the app has not come')
  noteMissingPart(missing)
  expect(errorText(missing)).toMatch(/Check your connection or reload the page\./)
  expect(errorText(new TypeError('x is not a function'))).toMatch(/The rest keeps working/)
})
