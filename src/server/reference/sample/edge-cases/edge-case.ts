import type { CustomerStatus } from '#/contract/customer-status.ts'
import { timestamp } from '#/server/reference/sample/calendar.ts'
import type { StoredContact } from '#/server/reference/sample/contacts.ts'

/**
 * An unlikely or hostile contact, named by the comment it carries. `phone` and `service` have ordinary values unless
 * given; `answer` is what the service answers in place of the columns, undefined for a field it leaves out.
 */
export interface EdgeCase extends Partial<Omit<StoredContact, 'answer_override'>> {
  readonly comment?: string
  readonly phone?: string
  readonly service?: number
  readonly answer?: Readonly<Record<string, unknown>>
}

/** An ordinary deal with some of its fields changed, to documented types or others. */
export const deal = (at: number, change: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({
    id: 1,
    status: 'Новая заявка',
    customer_id: 1,
    name: 'Вера Титова',
    date_create: timestamp(at, 180),
    price: 1000,
    responsible_user: 'Игорь Лапин',
    company: '{}',
    date_close: null,
    tags: '[]',
    source: 'Lead Desk',
    lead_id: null,
    responsible_user_id: null,
    ...change,
  } satisfies Record<keyof CustomerStatus, unknown>)
