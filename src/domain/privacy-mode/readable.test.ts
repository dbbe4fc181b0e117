import { afterEach, expect, test } from 'vitest'
import { arriveAtContact, arriveAtJournal } from '#/domain/contact-list/search.ts'
import { setPrivacyMode, type PrivacyMode } from '#/i18n/privacy-mode.ts'
import { maskedFilters, readableByOthers } from './readable.ts'

afterEach(() => setPrivacyMode(null))
const present = () => setPrivacyMode({ readable: readableByOthers, masked: maskedFilters } as PrivacyMode)

const PERSONAL = { manager: 'Анна Белова|~', tag: 'Boss’s cousin' }

test('presenting-address: names and tags that were filtered by before leave the address, and which they were is told', () => {
  const raw = { ...PERSONAL, target_filter: '1', period: 'year' }
  expect(JSON.stringify(arriveAtJournal(raw))).toContain('Boss’s cousin')
  present()
  const arrival = arriveAtJournal(raw)!
  expect(arrival.search).toMatchObject({ target_filter: '1' })
  expect(JSON.stringify(arrival)).not.toMatch(/Белова|cousin/)
  expect(arrival.state).toEqual({ masked: ['manager', 'tag'] })
  expect(arriveAtContact(raw)).toEqual(arrival)
})

test('what is filtered by in a presentation, by a mask, stays in the address', () => {
  const raw = { manager: '••••• 4117|~' }
  present()
  expect(arriveAtJournal(raw)?.search).toMatchObject(raw)
  expect(arriveAtJournal(raw)?.state).toEqual({})
  expect(arriveAtContact(raw)).toBeNull()
})

test('without a presentation an address keeps all that it names', () => {
  expect(arriveAtContact(PERSONAL)).toBeNull()
})
