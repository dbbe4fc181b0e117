import type { EndpointName } from '#/contract/endpoints.ts'
import { readNumber, type PhoneCountry } from '#/contract/phones/read-number.ts'
import { countriesOf, soughtCaller } from '#/contract/phones/sought.ts'
import { countryOf } from './countries.ts'

/*
 * Numbers of an answer of the service, read once where it comes in: whoever gets it finds, beside what the service wrote, who that is.
 * A contact's is read by the country of its own object (G29).
 */

type Json = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const recordsOf = (value: unknown): readonly Json[] =>
  (Array.isArray(value) ? value : [value]).filter((one: unknown) => isRecord(one))

/** The country of an object by its oid; null: it is not known. */
export type CountryOfObject = (oid: string) => PhoneCountry | null

const textOf = (raw: unknown): string =>
  typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : ''

/** A contact with who called, as `caller`. @param raw as the service gives it */
export const withCaller = (raw: unknown, country: CountryOfObject): unknown =>
  isRecord(raw) && 'phone_number_from' in raw
    ? { ...raw, caller: readNumber(textOf(raw['phone_number_from']), country(textOf(raw['obj_oid']))) }
    : raw

/** Where a call is passed on to: a number as it is read, and an address as it is written. */
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

/** The same for one record or a list of them. */
const each = (value: unknown, change: (raw: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(change) : change(value)

/** The objects of which an answer says anything, its own or those beside its contacts. */
export const objectsIn = (answer: unknown): readonly Json[] => {
  if (!isRecord(answer)) return []
  const { objs, obj, meta } = answer
  return [...recordsOf(objs), ...recordsOf(obj), ...(isRecord(meta) ? recordsOf(meta['obj']) : [])].filter(
    ({ oid }) => typeof oid === 'string',
  )
}

/** Accounts whose countries are remembered. */
const MOST_ACCOUNTS = 2_000

/** What is known of where objects are, by account: not every answer that has contacts says it of all their objects. */
const createKnownCountries = () => {
  const byAccount = new Map<string, Map<string, PhoneCountry>>()
  return (account: string): Map<string, PhoneCountry> => {
    const known = byAccount.get(account) ?? new Map<string, PhoneCountry>()
    byAccount.delete(account)
    byAccount.set(account, known)
    for (const oldest of byAccount.keys()) if (byAccount.size > MOST_ACCOUNTS) byAccount.delete(oldest)
    return known
  }
}

/** Of which answers a whole one may be a single record without a name around it (G24). */
const BARE: Partial<Record<EndpointName, 'call' | 'obj'>> = { call: 'call', object: 'obj' }

/** Reads the numbers of answers. */
export const createNumberReading = () => {
  const knownOf = createKnownCountries()

  return {
    /** @param account whose answer it is, by `archiveAccount` */
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

    /** Countries of an account's objects, as far as its answers have told. */
    countries: (account: string): ReadonlyMap<string, PhoneCountry> => knownOf(account),

    /** What is asked for of the service: a caller by digits, since that is how it writes them. @param oid of whose contacts */
    asked: (
      account: string,
      oid: string | undefined,
      query: Readonly<Record<string, string>>,
    ): Readonly<Record<string, string>> => {
      const { from_filter: typed } = query
      if (typed === undefined) return query
      const known = knownOf(account)
      const own = oid === undefined ? undefined : known.get(oid)
      const countries = countriesOf(oid === undefined ? known.values() : [own ?? null])
      return { ...query, from_filter: soughtCaller(typed, countries).asked }
    },
  }
}

export type NumberReading = ReturnType<typeof createNumberReading>
