import { BlockList, isIP } from 'node:net'

/** Ranges that are not the public internet (IANA special-purpose registries), loopback and link-local first of all. */
const V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const
/** Of IPv6 only 2000::/3 is in public use; what is carved out of it, or maps IPv4 into it, is refused as well. */
const V6_PUBLIC = ['2000::', 3] as const
const V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const refusedV4 = new BlockList()
for (const [address, prefix] of V4) refusedV4.addSubnet(address, prefix, 'ipv4')
const publicV6 = new BlockList()
publicV6.addSubnet(...V6_PUBLIC, 'ipv6')
const refusedV6 = new BlockList()
for (const [address, prefix] of V6) refusedV6.addSubnet(address, prefix, 'ipv6')

/** Whether a server of ours may connect to an address that came in data. False for anything but an IP address. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !refusedV4.check(address, 'ipv4')
  if (version === 6) return publicV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6')
  return false
}
