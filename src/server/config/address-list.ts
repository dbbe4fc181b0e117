import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface AddressList {
  readonly has: (address: string) => boolean
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
