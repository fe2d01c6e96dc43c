import type { IpRestriction, IpTest } from '../../../entities/policies.ts'
import { withoutInvisibleEnds } from '../../../rules/pasted-text.ts'
import { badRequest } from '../../call/refusal.ts'
import type { IpRestrictionRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { iso } from '../base/wire/wire.ts'
import { type IpRange, IpRangeError, readIpRange, SIZE } from '../identity/restrictions/ip-range.ts'
import { ipConfigOf, isAllowedByList, matcherOfList } from '../identity/restrictions/ip-rules.ts'

export const toIpRestriction = (rule: IpRestrictionRecord): IpRestriction => ({
  id: rule.id,
  ip: rule.ip,
  strategy: rule.strategy,
  isActive: rule.isActive,
  description: rule.description,
  createdAt: iso(rule.createdAt),
  updatedAt: iso(rule.updatedAt),
})

/** @throws Refusal 400 for anything but one IP address */
const singleIpOf = (text: string): IpRange => {
  try {
    const range = readIpRange(withoutInvisibleEnds(text))
    if (range.bits === SIZE[range.family]) return range
  } catch (error) {
    if (!(error instanceof IpRangeError)) throw error
    throw badRequest(error.message)
  }
  throw badRequest('Enter one IP address, not a range.')
}

/** Returns the result of the tenant's rules for an IP address. */
export const testIp = async (store: Collections, tenantId: string, text: string): Promise<IpTest> => {
  const address = singleIpOf(text)
  const { isActive, strategy } = await ipConfigOf(store, tenantId)
  const ruleId = (await matcherOfList(store, tenantId, strategy))(address)
  const rule = ruleId === undefined ? undefined : await store.ipRestrictions.get(ruleId)
  const isAllowedByRules = isAllowedByList(strategy, ruleId)
  return {
    ip: address.text,
    isAllowed: !isActive || isAllowedByRules,
    isAllowedByRules,
    strategy,
    ...(rule && { rule: toIpRestriction(rule) }),
  }
}
