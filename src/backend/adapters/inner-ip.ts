import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Global unicast (RFC 4291 §2.4); NAT64, IPv4-mapped, link-local and unique local addresses are outside of it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IP address leads anywhere but to the public Internet; a text that is no IP address counts as inner. */
export const isInnerIp = (ipAddress: string): boolean => {
  if (isIP(ipAddress) === 0) return true
  const parsed = ipaddr.parse(ipAddress)
  // Everything in IANA's special-purpose registries (RFC 6890) has a range of its own.
  if (parsed.range() !== 'unicast') return true
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)
}

/** Names that every system keeps for itself (RFC 6761 §6.3), and the loopback addresses. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'
