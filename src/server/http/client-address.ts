import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { AppContext } from './exchange.ts'

export interface AddressList {
  readonly has: (address: string) => boolean
}

/** IPv4-mapped IPv6 becomes IPv4. */
const plain = (text: string): string => {
  const address = text.trim()
  return isIP(address) === 0 ? address : ipaddr.process(address).toString()
}

/** Larger networks are no single operator's. */
const LEAST_BITS = { ipv4: 8, ipv6: 16 }
type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

const networkIn = (entry: string): Network | null => {
  const [text = '', bits] = entry.split('/')
  if (isIP(text) === 0) return null
  const address = ipaddr.process(text)
  if (bits === undefined) return [address, address.kind() === 'ipv4' ? 32 : 128]
  if (!ipaddr.isValidCIDR(entry)) return null
  const [written, prefix] = ipaddr.parseCIDR(entry)
  const ownBits = written.kind() === address.kind() ? prefix : prefix - 96
  return ownBits < LEAST_BITS[address.kind()] ? null : [address, ownBits]
}

/** Null: an invalid entry, or a network so large that it means everyone. */
export const addressList = (entries: readonly string[]): AddressList | null => {
  const networks: Network[] = []
  for (const entry of entries) {
    const network = networkIn(entry)
    if (network === null) return null
    networks.push(network)
  }
  return {
    has: (text) => {
      if (isIP(text) === 0) return false
      const address = ipaddr.process(text)
      return networks.some(
        ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
      )
    },
  }
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
