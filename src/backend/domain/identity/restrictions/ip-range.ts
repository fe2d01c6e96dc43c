import ipaddr from 'ipaddr.js'

type Family = 'ipv4' | 'ipv6'

/** An IP address, or the range of all that share its first `bits`. */
export interface IpRange {
  family: Family
  /** The first address of the range as a number. */
  first: bigint
  bits: number
  /** The canonical spelling, which is stored: ranges are equal if their texts are. */
  text: string
}

export const SIZE: Readonly<Record<Family, number>> = { ipv4: 32, ipv6: 128 }

/** Thrown for text that isn't a range; the message explains how to fix it. */
export class IpRangeError extends Error {
  override readonly name = 'IpRangeError'
}

const INVALID = 'Enter a valid IPv4 or IPv6 address, like 203.0.113.9, or a range, like 203.0.113.0/24.'

/** Spellings that other programs read differently or not at all, each with its own message. */
const REFUSED: readonly (readonly [pattern: RegExp, message: string])[] = [
  [/\s/, 'Remove the spaces from the IP address.'],
  [/%/, 'Remove the zone ID, which is the % and what follows it.'],
  [/[[\]]|^[\d.]+:\d+$/, 'Enter the IP address without a port and without brackets.'],
  [/(?:^|[.:])0\d+(?=\.)|\.0\d+(?=\/|$)/, 'Remove the leading zeros: some programs read 010 as 8.'],
  [/[*-]/, 'Enter a range in CIDR notation, like 203.0.113.0/24.'],
  [/\/\d+\.|\/.*\//, 'Enter the length of the prefix as one number, like /24.'],
]

/** Accepts only four decimal parts, because programs disagree on the meaning of `127.1` and `0x7f.1`. */
const isPlain = (text: string): boolean => {
  if (!text.includes(':')) return ipaddr.IPv4.isValidFourPartDecimal(text)
  const tail = text.slice(text.lastIndexOf(':') + 1)
  return ipaddr.IPv6.isValid(text) && (!tail.includes('.') || ipaddr.IPv4.isValidFourPartDecimal(tail))
}

/**
 * Parses an address. The library reads the deprecated form `::1.2.3.4` as IPv4, so the dotted part is converted to
 * groups.
 */
const parse = (host: string): ipaddr.IPv4 | ipaddr.IPv6 => {
  const [, head, ...parts] = host.match(/^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/) ?? []
  if (head === undefined) return ipaddr.parse(host)
  const [a = 0, b = 0, c = 0, d = 0] = parts.map(Number)
  return ipaddr.parse(`${head}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`)
}

const numberOf = (address: ipaddr.IPv4 | ipaddr.IPv6): bigint =>
  address.toByteArray().reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)

const addressText = (family: Family, value: bigint): string => {
  const bytes = Array.from({ length: SIZE[family] / 8 }, (_, at) =>
    Number((value >> BigInt(SIZE[family] - 8 - at * 8)) & 255n),
  )
  const address = ipaddr.fromByteArray(bytes)
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString()
}

/** Returns an address with only its first `bits` kept, which is the first address of the range. */
export const maskedTo = (family: Family, value: bigint, bits: number): bigint => {
  const rest = BigInt(SIZE[family] - bits)
  return (value >> rest) << rest
}

const rangeOf = (family: Family, value: bigint, bits: number): IpRange => {
  const first = maskedTo(family, value, bits)
  const text = addressText(family, first)
  return { family, first, bits, text: bits === SIZE[family] ? text : `${text}/${bits}` }
}

const bitsOf = (prefix: string | undefined, size: number): number => {
  if (prefix === undefined) return size
  if (!/^(?:0|[1-9]\d{0,2})$/.test(prefix)) throw new IpRangeError(INVALID)
  const bits = Number(prefix)
  if (bits <= size) return bits
  throw new IpRangeError(`The length of the prefix must be from 0 to ${size}.`)
}

const MAPPED_BITS = 96

/** Converts an IPv4-mapped IPv6 range to the IPv4 range it represents (RFC 4291 §2.5.5.2). */
const unmapped = (address: ipaddr.IPv6, bits: number): IpRange => {
  if (bits < MAPPED_BITS) throw new IpRangeError(`Enter this range as IPv4, like ${address.toIPv4Address()}/24.`)
  return rangeOf('ipv4', numberOf(address.toIPv4Address()), bits - MAPPED_BITS)
}

/** @throws IpRangeError for anything but one IP address or one CIDR range in plain notation */
export const readIpRange = (text: string): IpRange => {
  const refused = REFUSED.find(([pattern]) => pattern.test(text))
  if (refused) throw new IpRangeError(refused[1])
  const [host = '', prefix] = text.split('/')
  if (!isPlain(host)) throw new IpRangeError(INVALID)
  const address = parse(host)
  const family = address.kind()
  const bits = bitsOf(prefix, SIZE[family])
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return unmapped(address, bits)
  return rangeOf(family, numberOf(address), bits)
}

/** Reads the IP address of a connection, which may include a zone id; `undefined` if it is invalid. */
export const readConnectionIp = (text: string | undefined): IpRange | undefined => {
  const host = text?.split('%')[0] ?? ''
  return isPlain(host) ? readIpRange(host) : undefined
}
