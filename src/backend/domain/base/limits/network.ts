import ipaddr from 'ipaddr.js'

/** Groups of an IPv6 address that identify one customer of an internet provider: its 64-bit prefix (RFC 6177). */
const CUSTOMER_PREFIX_GROUPS = 4

/** Returns the network under which limits count an IP address. Text that isn't an IP address is returned unchanged. */
export const networkOf = (ipAddress: string): string => {
  if (!ipaddr.isValid(ipAddress)) return ipAddress
  const parsed = ipaddr.process(ipAddress)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const prefix = parsed.parts.slice(0, CUSTOMER_PREFIX_GROUPS).map((group) => group.toString(16))
  return `${prefix.join(':')}::/64`
}
