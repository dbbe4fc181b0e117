import ipaddr from 'ipaddr.js'
import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import type { UpstreamFetch } from '#/server/upstream/request.ts'

/** The public part of IPv6, except for ranges within. */
const PUBLIC_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether the server may connect to an address from data (SSRF). False for anything but an IP address. */
export const isPublicAddress = (address: string): boolean => {
  // Rejects forms that resolvers accept: `127.1`, `0x7f.1`.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(PUBLIC_V6))
}

export interface CheckedFetchOptions {
  readonly lookup?: typeof systemLookup
  readonly isAllowed?: (address: string) => boolean
}

class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress'
}

const headersOf = (message: IncomingMessage) => {
  const headers = new Headers()
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  return headers
}

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/** @throws RangeError for an invalid status */
const responseOf = (message: IncomingMessage): Response => {
  const status = message.statusCode ?? 502
  const head = { status, headers: headersOf(message) }
  if (!WITHOUT_BODY.has(status))
    return new Response(Readable.toWeb(message) as ReadableStream<Uint8Array<ArrayBuffer>>, head)
  message.resume()
  return new Response(null, head)
}

/**
 * `fetch` (GET or POST, no redirects) for addresses from data. Resolves the name once, checks all its
 * addresses, and connects to exactly those, against DNS rebinding.
 */
export const createCheckedFetch =
  ({ lookup = systemLookup, isAllowed = isPublicAddress }: CheckedFetchOptions = {}): UpstreamFetch =>
  (request) =>
    new Promise((resolve, reject) => {
      const url = new URL(request.url)
      const literal = url.hostname.replace(/^\[|\]$/g, '')
      // Literal addresses are not looked up by the socket.
      if (isIP(literal) !== 0 && !isAllowed(literal)) {
        reject(new RefusedAddress())
        return
      }
      const checkedLookup: LookupFunction = (hostname, options, callback) => {
        lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
          const [first] = addresses ?? []
          if (error) callback(error, '')
          else if (!first || !addresses.every(({ address }) => isAllowed(address)))
            callback(new RefusedAddress(), '')
          else if (options.all) callback(null, addresses)
          else callback(null, first.address, first.family)
        })
      }
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest
      const outgoing = send(
        url,
        {
          method: request.method,
          headers: Object.fromEntries(request.headers),
          lookup: checkedLookup,
          signal: request.signal,
          agent: false,
        },
        (message) => {
          // An exception here would end the server.
          try {
            resolve(responseOf(message))
          } catch (error) {
            message.destroy()
            reject(error)
          }
        },
      )
      outgoing.on('error', reject)
      if (request.body === null) outgoing.end()
      else
        request.text().then(
          (text) => outgoing.end(text),
          (error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined),
        )
    })
