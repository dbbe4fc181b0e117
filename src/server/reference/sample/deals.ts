import type { CustomerStatus } from '#/contract/customer-status.ts'
import { DAY, MINUTE, timestamp } from './calendar.ts'
import type { SampleObject } from './objects.ts'
import type { Person } from './people.ts'
import { hash, type Random } from './random.ts'

/** The stage that sets the price, and the last one; the name of a lost deal follows it. */
const CONTRACT = 3
const WON = 4
const LOST = 5

/**
 * A contact's CRM record (API document 2.7) as of `now`, deterministically. A deal starts without a price,
 * gets a round estimate, then the contract's price, and is paid; others are lost on the way.
 * @param caller number of the object's caller
 */
export const dealOf = (
  random: Random,
  object: SampleObject,
  contact: { readonly at: number; readonly offset: number; readonly caller: number; readonly person: Person },
  now: number,
): CustomerStatus => {
  const { trade, words, managers } = object
  const opened = Math.min(now, contact.at + (1 + random.below(30)) * MINUTE)
  const lifetime = trade.ripening * random.logNormal(0.6) * DAY
  const progress = (now - opened) / lifetime
  const reached = Math.min(WON, Math.floor(progress * (WON + 1)))
  const stage = !random.chance(trade.won) && progress > 0.5 ? LOST : reached
  const [low, high] = object.price
  const amount = Math.round((low * (high / low) ** (random.unit() ** 1.7)) / 100) * 100
  const isAgreed = stage === CONTRACT || stage === WON
  const manager = random.below(managers.length)
  const number = object.id * 1_000_000 + contact.caller
  const companies = words('company')
  const company = companies[hash(number, 15) % (4 * companies.length)]
  const closed = Math.min(now, Math.round(opened + Math.min(1, progress) * lifetime))
  return {
    id: 10_000_000 + random.below(90_000_000),
    status: words('step')[stage] ?? '',
    customer_id: 300_000_000 + number,
    name: contact.person.name,
    date_create: timestamp(opened, contact.offset),
    price: stage === 0 ? null : isAgreed ? amount : Number(amount.toPrecision(1)),
    responsible_user: managers[manager]?.name ?? '',
    company: company === undefined ? '{}' : JSON.stringify({ id: 70_000 + (number % 9_000), name: company }),
    date_close: stage >= WON ? timestamp(closed, contact.offset) : null,
    tags: JSON.stringify(words('tag').filter(() => random.chance(0.35))),
    source: object.crm ?? '',
    lead_id: random.chance(0.9) ? 40_000 + random.below(900_000) : null,
    responsible_user_id: random.chance(0.95) ? object.id * 10 + manager : null,
  }
}
