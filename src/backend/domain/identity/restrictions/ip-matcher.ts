import { type IpRange, maskedTo, readIpRange } from './ip-range.ts'

/** Returns the narrowest rule that covers an IP address, if any. */
export type IpMatcher = (address: IpRange) => string | undefined

interface Rule {
  id: string
  ip: string
}

type ByStart = Map<bigint, string>

const tableOf = (rules: readonly { id: string; range: IpRange }[], family: IpRange['family']) => {
  const byBits = new Map<number, ByStart>()
  for (const { id, range } of rules) {
    if (range.family !== family) continue
    const starts = byBits.get(range.bits) ?? new Map<bigint, string>()
    byBits.set(range.bits, starts.set(range.first, id))
  }
  return [...byBits].sort(([left], [right]) => right - left)
}

/**
 * Compiles rules into a matcher that does one lookup for each prefix length that occurs, regardless of the number of
 * rules.
 */
export const createIpMatcher = (rules: readonly Rule[]): IpMatcher => {
  const read = rules.map(({ id, ip }) => ({ id, range: readIpRange(ip) }))
  const tables = { ipv4: tableOf(read, 'ipv4'), ipv6: tableOf(read, 'ipv6') }
  return ({ family, first }) => {
    for (const [bits, starts] of tables[family]) {
      const id = starts.get(maskedTo(family, first, bits))
      if (id !== undefined) return id
    }
    return undefined
  }
}
