import { BlockList, isIP } from 'node:net'
import type { AppContext } from './exchange.ts'

/** Addresses and networks of proxies in front of us. */
export interface AddressList {
  readonly has: (address: string) => boolean
}

/** IPv4 as an IPv6 socket writes it is IPv4. */
const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** A network with more addresses than these is no single operator's. */
const LEAST_BITS = { ipv4: 8, ipv6: 16 }
/** All of IPv4, as IPv6 writes it. */
const MAPPED = /^::(?:ffff:)?(?:0:0|0\.0\.0\.0)?$/i

/** Null: an entry is no address or network, or one of so many addresses that it is as good as every address. */
export const addressList = (entries: readonly string[]): AddressList | null => {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const version = isIP(address)
    if (version === 0) return null
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else if (
      /^\d{1,3}$/.test(bits) &&
      Number(bits) >= LEAST_BITS[familyOf(address)] &&
      Number(bits) <= (version === 4 ? 32 : 128) &&
      !(MAPPED.test(address) && Number(bits) < 128)
    )
      list.addSubnet(address, Number(bits), familyOf(address))
    else return null
  }
  return { has: (address) => isIP(address) !== 0 && list.check(address, familyOf(address)) }
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
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const [first, last] = [groups(head), groups(tail)]
  const missing = tail === undefined ? 0 : 8 - first.length - last.length
  const all = [...first, ...Array.from({ length: missing }, () => '0'), ...last]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
