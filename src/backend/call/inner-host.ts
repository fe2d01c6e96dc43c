import ipaddr from 'ipaddr.js'

/**
 * Global unicast addresses (RFC 4291 §2.4); NAT64, IPv4-mapped, link-local and unique local addresses are outside of
 * it.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Shorter forms of IPv4, such as `127.1`, never appear in a parsed URL. */
const isIp = (text: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

/** Returns whether an IP address is outside the public Internet; text that isn't an IP address counts as inner. */
export const isInnerIp = (ipAddress: string): boolean => {
  if (!isIp(ipAddress)) return true
  const parsed = ipaddr.parse(ipAddress)
  // Each entry in IANA's special-purpose registries (RFC 6890) has its own range name.
  if (parsed.range() !== 'unicast') return true
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)
}

/**
 * Returns whether a host is one of the names that every system reserves for itself (RFC 6761 §6.3), or a loopback
 * address.
 */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'

/**
 * Returns whether the host of a URL is this machine, or an IP address outside the public Internet. Names are not
 * resolved here.
 */
export const isInnerHost = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return isLoopbackHost(host) || (isIp(host) && isInnerIp(host))
}
