import * as fc from 'fast-check'
import { DURATION_FILTERS, ORDER_FIELDS, ORDER_WAYS, PERIODS } from '#/contract/call-filters.ts'

export const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
export const anyText = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' })

const status = fc.constantFrom('missed', 'NOANSWER', 'CATCH_FORM', 'SOME_CHAT', '501')

/** Search parameters as an address of the journal may have them, all valid together but for the days. */
export const journalAddress = fc
  .record(
    {
      period: fc.constantFrom(...PERIODS),
      date_from: day,
      date_to: day,
      source_filter: anyText,
      source_text_filter: anyText,
      target_filter: fc.constant('1'),
      repeated_filter: fc.constant('1'),
      uri_filter: anyText,
      duration_filter: fc.constantFrom(...DURATION_FILTERS),
      status_filter: status,
      order_field: fc.constantFrom(...ORDER_FIELDS),
      order_way: fc.constantFrom(...ORDER_WAYS),
    },
    { requiredKeys: [] },
  )
  // Missed contacts are ordered by date or duration only.
  .map(({ order_field, ...address }) =>
    order_field === undefined || (address.status_filter === 'missed' && order_field !== 'duration')
      ? address
      : { ...address, order_field },
  )
