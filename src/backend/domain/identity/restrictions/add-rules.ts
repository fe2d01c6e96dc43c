import type { IpLineResult, ListType } from '../../../../entities/policies.ts'
import type { IpRestrictionRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import type { IpPorts } from './ip-changes.ts'
import { IpRangeError, readIpRange } from './ip-range.ts'

/**
 * Maximum number of rules of an account. No network plan needs more, and a matcher of this size takes about a megabyte.
 */
export const MAX_RULES = 10_000

const TOO_MANY_RULES = `An account can have at most ${MAX_RULES.toLocaleString('en-US')} IP restrictions.`

export interface NewRule {
  ip: string
  strategy: ListType
  isActive: boolean
  description: string
}

type Line = { kind: 'valid'; rule: NewRule; ip: string } | { kind: 'refused'; rule: NewRule; message: string }

/** Returns each line as it would be stored, or the reason why it can't be. */
export const readLines = (rules: readonly NewRule[]): Line[] =>
  rules.map((rule) => {
    try {
      return { kind: 'valid', rule, ip: readIpRange(rule.ip).text }
    } catch (error) {
      if (!(error instanceof IpRangeError)) throw error
      return { kind: 'refused', rule, message: error.message }
    }
  })

/** Returns the key of a rule, which is unique within each list. */
export const keyOf = ({ strategy, ip }: { strategy: ListType; ip: string }): string => `${strategy} ${ip}`

const knownKeys = async (store: Collections, tenantId: string, lines: readonly Line[]): Promise<Set<string>> => {
  const ips = [...new Set(lines.flatMap((line) => (line.kind === 'valid' ? [line.ip] : [])))]
  const found = ips.length ? await store.ipRestrictions.list({ tenantId, ip: { in: ips } }) : []
  return new Set(found.map(keyOf))
}

const settle = (lines: readonly Line[], known: Set<string>, room: number) => {
  const added: NewRule[] = []
  const results = lines.map((line): IpLineResult => {
    if (line.kind === 'refused') return { ip: line.rule.ip, outcome: 'refused', message: line.message }
    const rule = { ...line.rule, ip: line.ip }
    if (known.has(keyOf(rule))) return { ip: line.ip, outcome: 'duplicate' }
    if (added.length >= room) return { ip: line.ip, outcome: 'refused', message: TOO_MANY_RULES }
    known.add(keyOf(rule))
    added.push(rule)
    return { ip: line.ip, outcome: 'added' }
  })
  return { added, results }
}

/** Adds the valid rules and returns the result for each line. */
export const addRules = async (
  { store, clock, random }: IpPorts,
  tenantId: string,
  lines: readonly Line[],
): Promise<{ added: IpRestrictionRecord[]; results: IpLineResult[] }> => {
  const known = await knownKeys(store, tenantId, lines)
  const room = MAX_RULES - (await store.ipRestrictions.count({ tenantId }))
  const { added, results } = settle(lines, known, room)
  const now = clock.now()
  const rows = added.map((rule) => ({ ...rule, id: random.uuid(), tenantId, createdAt: now, updatedAt: now }))
  await store.ipRestrictions.insertMany(rows)
  return { added: rows, results }
}
