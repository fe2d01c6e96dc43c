import ipaddr from 'ipaddr.js'
import { forwardedNodes } from '../../rules/forwarded.ts'
import { readConnectionIp } from '../domain/identity/restrictions/ip-range.ts'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** A trusted proxy is neither an IP address nor a network in CIDR notation. */
class TrustedProxyError extends Error {
  override readonly name = 'TrustedProxyError'
  constructor(value: string) {
    super(`TRUSTED_PROXIES must be IP addresses or networks like 10.0.0.0/8, separated by commas, not '${value}'.`)
  }
}

/** Accepts only four decimal parts: parsers disagree on forms such as `127.1` or `0x7f.1`. */
const isIpAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text))

/**
 * Matches an address with a port, which some load balancers add, including in the brackets of IPv6. Proxies may hide the
 * port behind a name of their own (RFC 7239 §6.3).
 */
const WITH_PORT = /^(?:([\d.]+)|\[([^\]]+)\])(?::(?:\d+|_[\w.-]+))?$/

const withoutPort = (hop: string): string => {
  const [, ipv4, ipv6] = WITH_PORT.exec(hop) ?? []
  return ipv4 ?? ipv6 ?? hop
}

/** Bits before the IPv4 address in an IPv4-mapped one (RFC 4291 §2.5.5.2). */
const MAPPED_BITS = 96

const rangeOf = (text: string): Range => {
  const [ipAddress = ''] = text.split('/')
  if (!isIpAddress(ipAddress)) throw new TrustedProxyError(text)
  if (!text.includes('/')) {
    const one = ipaddr.process(text)
    return [one, one instanceof ipaddr.IPv4 ? 32 : 128]
  }
  if (!ipaddr.isValidCIDR(text)) throw new TrustedProxyError(text)
  const [network, bits] = ipaddr.parseCIDR(text)
  // The connection's address is compared as IPv4, too.
  return network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= MAPPED_BITS
    ? [network.toIPv4Address(), bits - MAPPED_BITS]
    : [network, bits]
}

const isIn = (ipAddress: string, ranges: readonly Range[]): boolean => {
  const parsed = ipaddr.process(ipAddress)
  return ranges.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits))
}

/** Returns the client's IP address from the connection's IP address and the headers of the proxies. */
type ClientIp = (peer: string | undefined, headers: Pick<Headers, 'get'>) => string | undefined

/**
 * Returns the hops in `X-Forwarded-For`, or those in `Forwarded` (RFC 7239) if there are none. Proxies write one of the
 * two, and many pass on whatever clients wrote in `Forwarded`.
 */
const hopsIn = (headers: Pick<Headers, 'get'>): string[] => {
  // Empty elements of a list don't count (RFC 9110 §5.6.1.2).
  const listed = (headers.get('x-forwarded-for') ?? '').split(',').filter((hop) => hop.trim() !== '')
  const hops = listed.length ? listed : forwardedNodes(headers.get('forwarded') ?? '')
  return hops.map((hop) => withoutPort(hop.trim()))
}

/**
 * Creates a function that finds the client: it is the connection's peer. If the peer is a trusted proxy,
 * its header is read from right to left: each trusted hop vouches for the entry to its left, and everything
 * beyond the first untrusted hop is the client's own claim (RFC 7239 §8.1).
 *
 * @throws TrustedProxyError for a proxy that is neither an IP address nor a CIDR network
 */
export const createClientIp = (trustedProxies: readonly string[]): ClientIp => {
  const ranges = trustedProxies.map(rangeOf)
  return (peer, headers) => {
    const hops = hopsIn(headers)
    let client = peer
    while (client !== undefined && isIpAddress(client) && isIn(client, ranges)) {
      const hop = hops.pop()
      if (hop === undefined || !isIpAddress(hop)) break
      client = hop
    }
    // Limits, lists and audits compare IP addresses, so each has one form (RFC 5952).
    return readConnectionIp(client)?.text ?? client
  }
}
