import dns from 'node:dns'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

/*
 * Preloaded into a server: simulates the internet. `.example` resolves to a public address, `inside.` names to
 * this machine.
 */

const PUBLIC = '11.22.33.44'
const HERE = '127.0.0.1'

type Found = readonly { readonly address: string; readonly family: number }[]
type Answer = (error: Error | null, found: string | Found, family?: number) => void
type Lookup = (name: string, options: { readonly all?: boolean }, answer: Answer) => void

const systemLookup = dns.lookup as unknown as Lookup
const lookup: Lookup = (name, options, answer) => {
  if (!name.endsWith('.example')) systemLookup(name, options, answer)
  else answer(null, [{ address: name.startsWith('inside.') ? HERE : PUBLIC, family: 4 }])
}
const routed = (address: string) => (address === PUBLIC ? HERE : address)

interface Options {
  readonly lookup?: Lookup
}
const request = https.request as unknown as (url: URL, options: Options, answer: unknown) => unknown
const requestRouted = (url: URL, options: Options, answer: unknown) => {
  const { lookup: own } = options
  if (own === undefined) return request(url, options, answer)
  const routedLookup: Lookup = (name, how, found) =>
    own(name, how, (error, addresses, family) =>
      found(
        error,
        typeof addresses === 'string'
          ? routed(addresses)
          : addresses.map((one) => ({ ...one, address: routed(one.address) })),
        family,
      ),
    )
  return request(url, { ...options, lookup: routedLookup }, answer)
}

Object.assign(dns, { lookup })
Object.assign(https, { request: requestRouted })
syncBuiltinESMExports()
