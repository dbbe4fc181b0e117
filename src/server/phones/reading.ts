import { LRUCache } from 'lru-cache'
import type { EndpointName } from '#/contract/endpoints.ts'
import { readNumber, type PhoneCountry } from '#/contract/phones/read-number.ts'
import { countriesOf, callerSearch } from '#/contract/phones/caller-search.ts'
import { countryOf } from './countries.ts'

/*
 * Parses numbers of the service's answers once, on arrival: the caller is added beside the raw number, by the
 * country of the contact's object (G29).
 */

type Json = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const recordsOf = (value: unknown): readonly Json[] =>
  (Array.isArray(value) ? value : [value]).filter((one: unknown) => isRecord(one))

export type CountryOfObject = (oid: string) => PhoneCountry | null

const textOf = (raw: unknown): string =>
  typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : ''

/**
 * Adds `caller` to a contact.
 * @param raw as the service sends it
 */
export const withCaller = (raw: unknown, country: CountryOfObject): unknown =>
  isRecord(raw) && 'phone_number_from' in raw
    ? { ...raw, caller: readNumber(textOf(raw['phone_number_from']), country(textOf(raw['obj_oid']))) }
    : raw

/** Forwarding targets: parsed numbers, and raw addresses. */
const targetsOf = (raw: Json, country: PhoneCountry | null): readonly string[] => {
  const all = [raw['number'], raw['phone_number'], raw['sip']].flatMap((one) => {
    const written = textOf(one).trim()
    const read = readNumber(written, country)
    return written === '' ? [] : [read !== null && /^\+?\d/.test(read) ? read : written]
  })
  return [...new Set(all)]
}

const withNumbers = (raw: unknown): unknown => {
  if (!isRecord(raw)) return raw
  const country = countryOf(raw['country'])
  const { client_phone_numbers: forwarded } = raw
  return {
    ...raw,
    country_code: country,
    ...('phone_number' in raw && { own_number: readNumber(textOf(raw['phone_number']), country) }),
    ...(Array.isArray(forwarded) && {
      client_phone_numbers: forwarded.map((one: unknown) =>
        isRecord(one) ? { ...one, targets: targetsOf(one, country) } : one,
      ),
    }),
  }
}

const each = (value: unknown, change: (raw: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(change) : change(value)

/** Objects in an answer, its own or in `meta`. */
export const objectsIn = (answer: unknown): readonly Json[] => {
  if (!isRecord(answer)) return []
  const { objs, obj, meta } = answer
  return [...recordsOf(objs), ...recordsOf(obj), ...(isRecord(meta) ? recordsOf(meta['obj']) : [])].filter(
    ({ oid }) => typeof oid === 'string',
  )
}

const MOST_ACCOUNTS = 2_000

/** Countries of objects by account: answers with contacts do not always contain their objects. */
const createKnownCountries = () => {
  const byAccount = new LRUCache<string, Map<string, PhoneCountry>>({ max: MOST_ACCOUNTS })
  return (account: string): Map<string, PhoneCountry> => {
    const known = byAccount.get(account) ?? new Map<string, PhoneCountry>()
    byAccount.set(account, known)
    return known
  }
}

/** Answers that may lack their wrapper (G24). */
const BARE: Partial<Record<EndpointName, 'call' | 'obj'>> = { call: 'call', object: 'obj' }

export const createNumberReading = () => {
  const knownOf = createKnownCountries()

  return {
    /** @param account by `archiveAccount` */
    read: (account: string, name: EndpointName, answer: unknown): unknown => {
      const bare = BARE[name]
      if (!isRecord(answer)) return answer
      if (bare !== undefined && !(bare in answer))
        return bare === 'obj'
          ? withNumbers(answer)
          : withCaller(answer, (oid) => knownOf(account).get(oid) ?? null)
      const objects = objectsIn(answer)
      const known = knownOf(account)
      for (const { oid, country } of objects) {
        const where = countryOf(country)
        if (where) known.set(String(oid), where)
      }
      const called = (raw: unknown) => withCaller(raw, (oid) => known.get(oid) ?? null)
      const { meta } = answer
      return {
        ...answer,
        ...('calls' in answer && { calls: each(answer['calls'], called) }),
        ...('call' in answer && { call: each(answer['call'], called) }),
        ...('objs' in answer && { objs: each(answer['objs'], withNumbers) }),
        ...('obj' in answer && { obj: each(answer['obj'], withNumbers) }),
        ...(isRecord(meta) && 'obj' in meta && { meta: { ...meta, obj: each(meta['obj'], withNumbers) } }),
      }
    },

    /** Countries seen in an account's answers. */
    countries: (account: string): ReadonlyMap<string, PhoneCountry> => knownOf(account),

    /**
     * Converts a caller filter to digits, as the service stores them.
     * @param oid the contacts' object
     */
    callerQuery: (
      account: string,
      oid: string | undefined,
      query: Readonly<Record<string, string>>,
    ): Readonly<Record<string, string>> => {
      const { from_filter: typed } = query
      if (typed === undefined) return query
      const known = knownOf(account)
      const own = oid === undefined ? undefined : known.get(oid)
      const countries = countriesOf(oid === undefined ? known.values() : [own ?? null])
      return { ...query, from_filter: callerSearch(typed, countries).filter }
    },
  }
}

export type NumberReading = ReturnType<typeof createNumberReading>
