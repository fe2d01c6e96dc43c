import { BlockList, isIP, isIPv4 } from 'node:net'

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890), multicast and what is reserved. */
const INNER_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Of the global unicast range: what leads to IPv4 addresses (6to4, Teredo), benchmarks and documentation. */
const INNER_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

const listOf = (ranges: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family)
  return list
}

const inner4 = listOf(INNER_IPV4, 'ipv4')
const inner6 = listOf(INNER_IPV6, 'ipv6')
/** Everything else, NAT64, IPv4-mapped, link-local and unique local addresses included, is not the public Internet. */
const global6 = listOf([['2000::', 3]], 'ipv6')

/** Whether a number leads anywhere but to the public Internet; texts that are no address count as inner. */
export const isInnerAddress = (address: string): boolean => {
  if (isIP(address) === 0) return true
  if (isIPv4(address)) return inner4.check(address, 'ipv4')
  return !global6.check(address, 'ipv6') || inner6.check(address, 'ipv6')
}

/** Names that every system keeps for itself (RFC 6761 §6.3), and their numbers. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'
