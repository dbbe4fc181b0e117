import * as fc from 'fast-check'
import { DURATION_FILTERS, ORDER_FIELDS, ORDER_WAYS, PERIODS } from '#/contract/call-filters.ts'

export const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
export const anyText = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' })

/** Search parameters as an address of the journal may have them, each valid by itself. */
export const journalAddress = fc.record(
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
    status_filter: anyText,
    order_field: fc.constantFrom(...ORDER_FIELDS),
    order_way: fc.constantFrom(...ORDER_WAYS),
  },
  { requiredKeys: [] },
)
