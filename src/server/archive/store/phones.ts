import { createHmac } from 'node:crypto'
import { listedCall, type ListedCallRead } from '#/contract/call.ts'
import { splitUtm } from '#/contract/utm.ts'
import { identityOfCaller } from '#/contract/phones/caller.ts'

/** What is kept of a contact. */
export interface Phones {
  readonly mode: 'keep' | 'hash'
  /** Tells one key from another; null: there is none. */
  readonly key: string | null
  /** A record as it is kept: as it came, or no more of it than columns are made of, with a hash in place of the number. */
  readonly kept: (raw: unknown) => unknown
}

export const KEEP_PHONES: Phones = { mode: 'keep', key: null, kept: (raw) => raw }

/** As many digits as a number still holds exactly, of which the first is none of a phone number's zeros. */
const SMALLEST = 10n ** 14n
const RANGE = 9n * SMALLEST

/** Whoever has the key can try out all numbers there are: it hides them from who has the archive alone. */
const createHash = (key: string) => {
  const keyed = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    fingerprint: keyed('which key').toString('hex').slice(0, 16),
    /** Two ways to write a number are one caller, as everywhere. */
    phone: (caller: string | null): string | null =>
      caller === null || caller === ''
        ? null
        : String(SMALLEST + (keyed(`phone ${identityOfCaller(caller)}`).readBigUInt64LE() % RANGE)),
  }
}

/** Without what comes and goes with each visit. */
const pageOf = (address: string | null): string | null => address?.replace(/[?#].*$/s, '') ?? null

const campaignOf = (utm: string | null): string | null => {
  const campaign = splitUtm(utm).find(({ name }) => name === 'campaign')
  return campaign ? `utm_campaign=${encodeURIComponent(campaign.value)}` : null
}

const customStatusOf = (status: unknown) => {
  if (typeof status !== 'object' || status === null) return null
  const { name, id } = status as { name?: unknown; id?: unknown }
  if (typeof name === 'string') return { name }
  return typeof id === 'number' ? { id } : null
}

/** What columns are made of, each field as it was read. */
const columnsOf = (call: ListedCallRead, caller: string | null) => ({
  src: call.src,
  request_uri: pageOf(call.request_uri),
  caller,
  search_request: call.search_request,
  status: call.status,
  utm: campaignOf(call.utm),
  call_type: call.call_type && { id: call.call_type.id },
  custom_status: customStatusOf(call.custom_status),
  customer_status: call.customer_status && {
    id: call.customer_status.id,
    status: call.customer_status.status,
    source: call.customer_status.source,
    price: call.customer_status.price,
  },
  region: call.region,
  duration: call.duration,
  source: call.source && { title: call.source.title },
  service_name: call.service_name,
  target: call.target,
  managers: call.managers,
})

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

/** Columns only. */
export const hashPhones = (key: string): Phones => {
  const hash = createHash(key)
  return {
    mode: 'hash',
    key: hash.fingerprint,
    kept: (raw) => {
      const parsed = listedCall.lenient.safeParse(raw)
      const fields = Object.entries(typeof raw === 'object' && raw !== null ? raw : {})
      // Where a contact stands is read of it as it came.
      const place = fields.filter(([name, value]) => ['obj_oid', 'date'].includes(name) && isPlain(value))
      if (!parsed.success) return Object.fromEntries(place)
      const columns = columnsOf(parsed.data, hash.phone(parsed.data.caller))
      const said = Object.entries(columns).filter(([, value]) => value !== null)
      return Object.fromEntries([['id', parsed.data.id], ...place, ...said])
    },
  }
}
