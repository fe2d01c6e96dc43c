import type { IpChange } from '../../../../entities/policies.ts'
import type { IpRestrictionRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { keyOf, newRuleOf, readLines } from './add-rules.ts'
import { readConnectionIp } from './ip-range.ts'
import { createIpMatcher, type IpConfig, ipConfigOf, isLetIn } from './ip-rules.ts'

/** Judges which IP addresses a tenant's rules allow. */
export interface IpJudgment {
  letsIn(ipAddress: string | undefined): boolean
  /** Whether users without a known IP address are allowed, which is never so with an allow list. */
  letsUnknownIn: boolean
}

type Rule = Pick<IpRestrictionRecord, 'id' | 'ip' | 'strategy' | 'isActive'>

const changedRules = (rules: readonly Rule[], change: IpChange): Rule[] => {
  if (change.action === 'delete') return rules.filter(({ id }) => id !== change.id)
  if (change.action === 'update') {
    return rules.map((rule) => (rule.id === change.id ? { ...rule, isActive: change.isActive } : rule))
  }
  if (change.action === 'configure') return [...rules]
  const lines = readLines(change.ips.map(newRuleOf))
  const added = lines.flatMap((line) => (line.kind === 'valid' ? [{ ...line.rule, id: line.ip, ip: line.ip }] : []))
  // Adding an existing rule again doesn't change it, even if it is turned off.
  const known = new Set(rules.map(keyOf))
  return [...rules, ...added.filter((rule) => !known.has(keyOf(rule)))]
}

const judgmentOf = ({ isActive, strategy }: IpConfig, rules: readonly Rule[]): IpJudgment => {
  if (!isActive) return { letsIn: () => true, letsUnknownIn: true }
  const matcher = createIpMatcher(rules.filter((rule) => rule.isActive && rule.strategy === strategy))
  const judged = new Map<string | undefined, boolean>()
  const judge = (ipAddress: string | undefined) => {
    const address = readConnectionIp(ipAddress)
    return address !== undefined && isLetIn(strategy, matcher(address))
  }
  // Results are cached because most users of an account share a few IP addresses.
  const letsIn = (ipAddress: string | undefined) => {
    const known = judged.get(ipAddress) ?? judge(ipAddress)
    judged.set(ipAddress, known)
    return known
  }
  return { letsIn, letsUnknownIn: strategy === 'BLOCK' }
}

/** Returns which IP addresses a tenant allows now, and after an unsaved change. */
export const judgmentsOf = async (
  store: Collections,
  tenantId: string,
  change: IpChange,
): Promise<{ before: IpJudgment; after: IpJudgment }> => {
  const config = await ipConfigOf(store, tenantId)
  const rules = await store.ipRestrictions.listFields({ tenantId }, ['id', 'ip', 'strategy', 'isActive'])
  const next: IpConfig = {
    isActive: change.action === 'configure' ? change.isActive : config.isActive,
    strategy: (change.action === 'configure' ? change.strategy : undefined) ?? config.strategy,
  }
  return { before: judgmentOf(config, rules), after: judgmentOf(next, changedRules(rules, change)) }
}
