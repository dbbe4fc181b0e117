import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Of IPv6 only this is in public use, less what is carved out of it. */
const PUBLIC_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether a server of ours may connect to an address that came in data. False for anything but an IP address. */
export const isPublicAddress = (address: string): boolean => {
  // Not what a resolver might take for one: `127.1`, `0x7f.1`.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(PUBLIC_V6))
}
