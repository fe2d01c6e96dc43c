import type { ListType } from '../../../../entities/policies.ts'
import { IP_REFUSAL } from '../../../../rules/error-code.ts'
import type { Caller } from '../../../call/caller.ts'
import { Refusal } from '../../../call/refusal.ts'
import type { IpConfigRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { type IpRange, maskedTo, readConnectionIp, readIpRange } from './ip-range.ts'

/** Returns the narrowest rule that covers an IP address, if any. */
type IpMatcher = (address: IpRange) => string | undefined

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

type IpStore = Pick<Collections, 'ipConfigs' | 'ipRestrictions'>

export interface IpConfig {
  isActive: boolean
  strategy: ListType
}

const DEFAULT_CONFIG: IpConfig = { isActive: false, strategy: 'ALLOW' }

export const ipConfigOf = async (store: IpStore, tenantId: string): Promise<IpConfig> => {
  const record = await store.ipConfigs.get(tenantId)
  return record ? { isActive: record.isActive, strategy: record.strategy } : DEFAULT_CONFIG
}

interface Compiled {
  revision: string
  strategy: ListType
  matcher: Promise<IpMatcher>
}

/** Limits the memory of a process with many tenants. */
const MAX_TENANTS = 500

/** Compiled rules by tenant, with one map for each store. */
const COMPILED = new WeakMap<IpStore['ipRestrictions'], Map<string, Compiled>>()

const compiledOf = (store: IpStore): Map<string, Compiled> => {
  const found = COMPILED.get(store.ipRestrictions) ?? new Map<string, Compiled>()
  COMPILED.set(store.ipRestrictions, found)
  return found
}

export const matcherOfList = async (store: IpStore, tenantId: string, strategy: ListType): Promise<IpMatcher> =>
  createIpMatcher(await store.ipRestrictions.list({ tenantId, strategy, isActive: true }))

/**
 * Returns the compiled rules. Their revision is read with every request, so a change by any process applies from the
 * next request.
 */
const currentMatcher = (store: IpStore, { id: tenantId, revision, strategy }: IpConfigRecord): Promise<IpMatcher> => {
  const all = compiledOf(store)
  const known = all.get(tenantId)
  all.delete(tenantId)
  const isCurrent = known?.revision === revision && known.strategy === strategy
  const compiled = isCurrent ? known : { revision, strategy, matcher: matcherOfList(store, tenantId, strategy) }
  all.set(tenantId, compiled)
  compiled.matcher.catch(() => all.delete(tenantId))
  const [oldest] = all.keys()
  if (all.size > MAX_TENANTS && oldest !== undefined) all.delete(oldest)
  return compiled.matcher
}

/** Returns whether an address is allowed: those on an allow list are, those on a block list aren't. */
export const isAllowedByList = (strategy: ListType, ruleId: string | undefined): boolean =>
  (strategy === 'ALLOW') === (ruleId !== undefined)

/**
 * Returns whether requests from an IP address may act in a tenant. An unknown IP address may not while restrictions are
 * active.
 */
export const isIpAllowed = async (
  store: IpStore,
  tenantId: string,
  ipAddress: string | undefined,
): Promise<boolean> => {
  const config = await store.ipConfigs.get(tenantId)
  if (!config?.isActive) return true
  const address = readConnectionIp(ipAddress)
  return address !== undefined && isAllowedByList(config.strategy, (await currentMatcher(store, config))(address))
}

/**
 * Returns whether a list of the tenant would allow the IP address, regardless of whether it is active; an unknown one
 * is never allowed.
 */
export const wouldAllowIp = async (
  store: IpStore,
  tenantId: string,
  { strategy, ipAddress }: { strategy: ListType; ipAddress: string | undefined },
): Promise<boolean> => {
  const address = readConnectionIp(ipAddress)
  return address !== undefined && isAllowedByList(strategy, (await matcherOfList(store, tenantId, strategy))(address))
}

/** Returns a message that names the IP address, so that the user can report it to an administrator. */
export const ipRefusalText = ({ ipAddress }: Pick<Caller, 'ipAddress'>): string => {
  const shown = readConnectionIp(ipAddress)?.text
  const from = shown === undefined ? 'your IP address' : `your IP address (${shown})`
  return `This account doesn't allow access from ${from}. Use another network or contact your administrator.`
}

/**
 * Refuses the IP address with a 403 and not a 401, because the session continues once its user is back in an allowed
 * network.
 */
export const ipRefusal = (caller: Pick<Caller, 'ipAddress'>) =>
  new Refusal(403, [ipRefusalText(caller)], {}, IP_REFUSAL)
