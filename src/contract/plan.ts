import { number, record, text, textId, unknown, type Documented } from './field.ts'

/** Payment plan of v1, answered bare (API document 2.10, G24). `price` holds currency symbol and amount. */
export const plan = record('plan', {
  name: textId(),
  title: text(),
  price: text(),
  sessions: number(),
  numbers: number(),
})
export type Plan = Documented<typeof plan>

/** Geo of v1: not shown (API document 2.11, G17). */
export const geo = unknown('not shown')
