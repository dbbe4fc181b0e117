import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The public part of IPv6, except for ranges within. */
const PUBLIC_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether the server may connect to an address from data (SSRF). False for anything but an IP address. */
export const isPublicAddress = (address: string): boolean => {
  // Rejects forms that resolvers accept: `127.1`, `0x7f.1`.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(PUBLIC_V6))
}
