import type { CustomerStatus } from '#/contract/customer-status.ts'
import { DAY, MINUTE, timestamp } from './calendar.ts'
import type { SampleObject } from './objects.ts'
import { companyOf, type Person } from './people.ts'
import { phrasesOf } from './phrases.ts'
import type { Random } from './random.ts'

/** A deal's way from new to won, and the name of a lost one. */
const STAGES = {
  ru: { steps: ['Новая заявка', 'Консультация', 'Встреча', 'Договор', 'Оплачено'], lost: 'Отказ' },
  en: { steps: ['New lead', 'Consultation', 'Appointment', 'Contract', 'Paid'], lost: 'Lost' },
} as const
/** The stage from which a deal has its price. */
const CONTRACT = 3

/**
 * The CRM record of a contact (API document 2.7) as it stands now. A deal ripens with its age: new and without a price,
 * then through its stages with a round estimate, with the contract's price from the contract on, and paid; those that
 * are not won end lost halfway. The same chance makes the same deal at any `now`. `caller` numbers the caller among all
 * of the object's.
 */
export const dealOf = (
  random: Random,
  object: SampleObject,
  contact: { readonly at: number; readonly offset: number; readonly caller: number; readonly person: Person },
  now: number,
): CustomerStatus => {
  const { steps, lost } = STAGES[object.language]
  const { price, ripening, deals } = object.habits
  const opened = Math.min(now, contact.at + (1 + random.below(30)) * MINUTE)
  const lifetime = ripening * random.logNormal(0.6) * DAY
  const progress = (now - opened) / lifetime
  const isLost = !random.chance(deals[1]) && progress > 0.5
  const step = Math.min(steps.length - 1, Math.floor(progress * steps.length))
  const isClosed = isLost || step === steps.length - 1
  const [low, high] = price
  // Most deals are small ones.
  const amount = Math.round((low * (high / low) ** (random.unit() ** 1.7)) / 100) * 100
  const estimate = Number(amount.toPrecision(1))
  const manager = random.below(object.managers.length)
  const number = object.id * 1_000_000 + contact.caller
  const company = companyOf(number, object.language)
  const { tags } = phrasesOf(object.trade)[object.language]
  const closed = Math.min(now, Math.round(opened + Math.min(1, progress) * lifetime))
  return {
    id: 10_000_000 + random.below(90_000_000),
    status: isLost ? lost : (steps[step] ?? lost),
    customer_id: 300_000_000 + number,
    name: contact.person.name,
    date_create: timestamp(opened, contact.offset),
    price: step === 0 ? null : isLost || step < CONTRACT ? estimate : amount,
    responsible_user: object.managers[manager]?.name ?? '',
    company: company === null ? '{}' : JSON.stringify({ id: 70_000 + (number % 9_000), name: company }),
    date_close: isClosed ? timestamp(closed, contact.offset) : null,
    tags: JSON.stringify(tags.filter(() => random.chance(0.35))),
    source: object.crm ?? '',
    lead_id: random.chance(0.9) ? 40_000 + random.below(900_000) : null,
    responsible_user_id: random.chance(0.95) ? object.id * 10 + manager : null,
  }
}
