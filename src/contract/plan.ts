import { number, record, text, textId, unknown, type Documented } from './field.ts'

/** v1's payment plan, not wrapped (API document 2.10, G24). `price` holds currency symbol and amount. */
export const plan = record('plan', {
  name: textId(),
  title: text(),
  price: text(),
  sessions: number(),
  numbers: number(),
})
export type Plan = Documented<typeof plan>

/** v1's geo: not documented (API document 2.11, G17). */
export const geo = unknown('not shown')
