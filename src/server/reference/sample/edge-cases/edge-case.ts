import { CALL_STATUS } from '#/contract/codes.ts'
import type { CustomerStatus } from '#/contract/customer-status.ts'
import { timestamp } from '#/server/reference/sample/calendar.ts'
import type { ContactTable } from '#/server/reference/schema.ts'

/**
 * An unlikely or hostile contact. `phone` and `service` default to ordinary values; `answer` overrides fields
 * of the answer, undefined removes one.
 */
export interface EdgeCase extends Partial<Omit<ContactTable, 'answer_override'>> {
  readonly phone?: string
  readonly service?: number
  readonly answer?: Readonly<Record<string, unknown>>
}
export type EdgeCases = Readonly<Record<string, EdgeCase>>

export const form = (custom_data: string) => ({ status: CALL_STATUS.widget_form, service: 8, custom_data })
export const sms = (sms_message: string) => ({ status: CALL_STATUS.sms_incoming, service: 5, sms_message })

export const deal = (at: number, change: Readonly<Record<string, unknown>>) => ({
  customer_status: JSON.stringify({
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
  } satisfies Record<keyof CustomerStatus, unknown>),
})

export const each = <T>(values: readonly T[], title: string, make: (value: T) => EdgeCase): EdgeCases =>
  Object.fromEntries(values.map((value) => [`${title} ${String(value)}`, make(value)]))
