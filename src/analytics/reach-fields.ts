import type { CallField } from '#/contract/call-fields.ts'

/** Who waits can be told only with all of these fields. */
export const REACH_FIELDS: readonly CallField[] = ['phone_number_from', 'status', 'date']
