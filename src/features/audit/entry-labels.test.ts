import { expect, test } from 'vitest'
import { detailsOf, eventLabel } from './entry-labels.ts'

test('what was written is named as the pages name it, an option of the tracking script by its own name', () => {
  const marked = {
    event: 'contact_marked',
    object: '29f2f43a',
    contact: '7',
    fields: ['outcome', 'tags'],
  } as const
  expect(detailsOf({ ...marked, fields: [...marked.fields] })).toBe(
    'contact 7, object 29f2f43a, Outcome, Tags',
  )
  const changed = (what: 'agency' | 'tracking_script', object: string | null, fields: string[]) =>
    detailsOf({ event: 'settings_changed', what, object, fields })
  expect(changed('agency', null, ['name', 'phone_number'])).toMatch(/, Name, Phone number$/)
  expect(changed('tracking_script', '29f2f43a', ['last_source'])).toMatch(/, 29f2f43a, last_source$/)
})

test('an event that another version has written is named as that', () => {
  expect([eventLabel({ what: null }), detailsOf(null)]).toEqual(['Event of another version', ''])
})
