import type { IpLineResult, IpRestrictionConfig, ListType, NewIpRestriction } from '../../../../entities/policies.ts'
import { withoutInvisibleEnds } from '../../../../rules/pasted-text.ts'
import { flagOf, oneOf, readDescription, text } from '../../../call/read.ts'
import { badRequest } from '../../../call/refusal.ts'
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

const STRATEGIES = ['ALLOW', 'BLOCK'] as const
const MAX_IP_LENGTH = 100
const MAX_DESCRIPTION_LENGTH = 200
const MAX_LINES = 1_000
/** Zero-width and direction marks, which tables and chats put between the parts of copied IP addresses. */
const INVISIBLE = /\p{Cf}/gu

const strategyOf = (value: unknown, field: string): ListType | undefined => {
  if (value !== undefined && value !== null && typeof value !== 'string') {
    throw badRequest(`${field} must be one of ${STRATEGIES.join(', ')}`)
  }
  return oneOf(value ?? undefined, field, STRATEGIES)
}

export const optionalFlag = (value: unknown, field: string): boolean | undefined => {
  return value === undefined || value === null ? undefined : flagOf(value, field)
}

export const descriptionOf = (value: unknown): string => readDescription(value, 'description', MAX_DESCRIPTION_LENGTH)

/** Reads a new rule, which goes to the allow list unless a list is given. */
export const newRuleOf = (value: NewIpRestriction): NewRule => ({
  ip: withoutInvisibleEnds(text(value.ip, 'ip', MAX_IP_LENGTH)).replace(INVISIBLE, ''),
  strategy: strategyOf(value.strategy, 'strategy') ?? 'ALLOW',
  isActive: optionalFlag(value.isActive, 'isActive') ?? true,
  description: descriptionOf(value.description),
})

export const newRulesOf = (value: unknown): NewRule[] => {
  if (!Array.isArray(value)) throw badRequest('ips must be a list')
  if (value.length > MAX_LINES) throw badRequest(`ips may have at most ${MAX_LINES} entries`)
  return value.map((line: unknown) => {
    if (typeof line !== 'object' || line === null) throw badRequest('ips must be a list of objects')
    // `newRuleOf` checks each field.
    return newRuleOf(line as NewIpRestriction)
  })
}

/**
 * Reads the change of the configuration. Activation without a strategy means the allow list, because clients that add
 * the caller's own IP address send only that. Deactivation keeps the strategy.
 */
export const configChangeOf = (body: { isActive?: unknown; strategy?: unknown }): IpRestrictionConfig => {
  const isActive = flagOf(body.isActive, 'isActive')
  const strategy = strategyOf(body.strategy, 'strategy') ?? (isActive ? 'ALLOW' : undefined)
  return { isActive, ...(strategy && { strategy }) }
}
