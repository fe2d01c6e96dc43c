import ipaddr from 'ipaddr.js'

/** Global unicast (RFC 4291 §2.4); NAT64, IPv4-mapped, link-local and unique local addresses are outside of it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Shorter forms of IPv4, such as `127.1`, are no IP addresses in a URL that was parsed. */
const isIp = (text: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

/** Whether an IP address leads anywhere but to the public Internet; a text that is no IP address counts as inner. */
export const isInnerIp = (ipAddress: string): boolean => {
  if (!isIp(ipAddress)) return true
  const parsed = ipaddr.parse(ipAddress)
  // Everything in IANA's special-purpose registries (RFC 6890) has a range of its own.
  if (parsed.range() !== 'unicast') return true
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)
}

/** Names that every system keeps for itself (RFC 6761 §6.3), and the loopback addresses. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'

/** Whether the host of a URL is this machine, or an IP address outside of the public Internet. What a name resolves to is not known here. */
export const isInnerHost = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return isLoopbackHost(host) || (isIp(host) && isInnerIp(host))
}
