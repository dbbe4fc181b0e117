import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { AppContext } from './exchange.ts'

/** Addresses and networks of proxies in front of us. */
export interface AddressList {
  readonly has: (address: string) => boolean
}

/** IPv4 as an IPv6 socket writes it is IPv4. */
const plain = (text: string): string => {
  const address = text.trim()
  return isIP(address) === 0 ? address : ipaddr.process(address).toString()
}

/** A network with more addresses than these is no single operator's. */
const LEAST_BITS = { ipv4: 8, ipv6: 16 }
type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

const networkIn = (entry: string): Network | null => {
  const [text = '', bits] = entry.split('/')
  if (isIP(text) === 0) return null
  const address = ipaddr.process(text)
  if (bits === undefined) return [address, address.kind() === 'ipv4' ? 32 : 128]
  if (!ipaddr.isValidCIDR(entry)) return null
  const [written, prefix] = ipaddr.parseCIDR(entry)
  // Of IPv4, where it is written as IPv6 writes it.
  const ownBits = written.kind() === address.kind() ? prefix : prefix - 96
  return ownBits < LEAST_BITS[address.kind()] ? null : [address, ownBits]
}

/** Null: an entry is no address or network, or one of so many addresses that it is as good as every address. */
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

/** The other end of the connection: a proxy's address, where there is one in front of us. */
export const peerAddress = (c: AppContext): string => plain(c.env.incoming?.socket.remoteAddress ?? '')

/**
 * Who asks: the other end of the connection or, where that is a proxy of ours, the last address in X-Forwarded-For that
 * is none. What stands before it was written by whoever asked.
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

/** The first four of the eight groups of an IPv6 address, which are one subscriber's; an IPv4 address as it is. */
export const networkOf = (address: string): string => {
  if (isIP(address) !== 6) return address
  const groups = ipaddr.IPv6.parse(address).parts
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}
