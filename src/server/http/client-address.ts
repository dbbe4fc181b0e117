import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { AddressList } from '#/server/config/address-list.ts'
import type { AppContext } from './exchange.ts'

/** IPv4-mapped IPv6 becomes IPv4. */
const plain = (text: string): string => {
  const address = text.trim()
  return isIP(address) === 0 ? address : ipaddr.process(address).toString()
}

/** The peer's address: a proxy's, if there is one. */
export const peerAddress = (c: AppContext): string => plain(c.env.incoming?.socket.remoteAddress ?? '')

/**
 * The client's address: the peer or, behind trusted proxies, the last untrusted address in X-Forwarded-For;
 * earlier ones can be forged.
 */
export const clientAddress = (c: AppContext, trusted: AddressList): string => {
  let client = peerAddress(c)
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map(plain)
  while (trusted.has(client)) {
    const hop = hops.pop() ?? ''
    if (isIP(hop) === 0) break
    client = hop
  }
  return client
}

/** The /64 network of an IPv6 address, which one subscriber has; an IPv4 address as it is. */
export const networkOf = (address: string): string => {
  if (isIP(address) !== 6) return address
  const groups = ipaddr.IPv6.parse(address).parts
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}
