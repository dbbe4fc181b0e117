import { afterEach, expect, test } from 'vitest'
import { setPrivacyMode, type PrivacyMode } from '#/i18n/privacy-mode.ts'
import { keepCaller, readCaller } from './caller.ts'

const scope = { principal: 'anna', client: null }
const visit = (of: string) => setPrivacyMode({ of } as PrivacyMode)
afterEach(() => setPrivacyMode(null))

test('presenting-caller-filter: a number that was set before a presentation is not in it, and a mask not in the next', () => {
  const before = keepCaller('79261234567', scope)
  expect(readCaller(before, scope)).toBe('79261234567')
  visit('one')
  expect(readCaller(before, scope)).toBeUndefined()
  expect(readCaller({ caller: '79261234567' }, scope), 'by a link').toBeUndefined()
  const within = keepCaller('701234567890', scope)
  expect(readCaller(within, scope)).toBe('701234567890')
  visit('another')
  expect(readCaller(within, scope)).toBeUndefined()
  setPrivacyMode(null)
  expect(readCaller(within, scope)).toBeUndefined()
  expect(readCaller(before, scope)).toBe('79261234567')
})
