import ipaddr from 'ipaddr.js'

/** What one customer of an Internet provider holds: one IPv4 address, or the 64-bit prefix of an IPv6 address (RFC 6177). */
const CUSTOMER_PREFIX_GROUPS = 4

/** The network that limits count an IP address under; a text that is no IP address counts as itself. */
export const networkOf = (ipAddress: string): string => {
  if (!ipaddr.isValid(ipAddress)) return ipAddress
  const parsed = ipaddr.process(ipAddress)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const prefix = parsed.parts.slice(0, CUSTOMER_PREFIX_GROUPS).map((group) => group.toString(16))
  return `${prefix.join(':')}::/64`
}
