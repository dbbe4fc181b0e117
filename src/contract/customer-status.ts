import { integer, number, orNull, record, text, type Documented, type Lenient } from './field.ts'

/** CRM record of a call (API document 2.7). `company` and `tags` are JSON in strings (G14). */
export const customerStatus = record('customer_status', {
  id: integer(),
  status: text(),
  customer_id: integer(),
  name: text(),
  date_create: text(),
  price: orNull(number()),
  responsible_user: text(),
  company: text(),
  date_close: orNull(text()),
  tags: text(),
  source: text(),
  lead_id: orNull(integer()),
  responsible_user_id: orNull(integer()),
})
export type CustomerStatus = Documented<typeof customerStatus>
export type CustomerStatusRead = Lenient<typeof customerStatus>
