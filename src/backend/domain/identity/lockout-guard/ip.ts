import type { IpChange } from '../../../../entities/policies.ts'
import { fieldsOf, flagOf, oneOf, text } from '../../../call/read.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import type { IpRestrictionRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { configChangeOf, keyOf, newRuleOf, newRulesOf, readLines } from '../restrictions/add-rules.ts'
import { readConnectionIp } from '../restrictions/ip-range.ts'
import { createIpMatcher, type IpConfig, ipConfigOf, isAllowedByList } from '../restrictions/ip-rules.ts'
import type { ChangeEvaluator, GuardCall, GuardedSession, Outcomes, Subject } from './guarded-change.ts'

/** Decides which IP addresses a tenant's rules allow. */
interface IpAccess {
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

const accessOf = ({ isActive, strategy }: IpConfig, rules: readonly Rule[]): IpAccess => {
  if (!isActive) return { letsIn: () => true, letsUnknownIn: true }
  const matcher = createIpMatcher(rules.filter((rule) => rule.isActive && rule.strategy === strategy))
  const checked = new Map<string | undefined, boolean>()
  const check = (ipAddress: string | undefined) => {
    const address = readConnectionIp(ipAddress)
    return address !== undefined && isAllowedByList(strategy, matcher(address))
  }
  // Results are cached because most users of an account share a few IP addresses.
  const letsIn = (ipAddress: string | undefined) => {
    const known = checked.get(ipAddress) ?? check(ipAddress)
    checked.set(ipAddress, known)
    return known
  }
  return { letsIn, letsUnknownIn: strategy === 'BLOCK' }
}

/** Returns which IP addresses a tenant allows now, and after an unsaved change. */
const accessBeforeAndAfter = async (
  store: Collections,
  tenantId: string,
  change: IpChange,
): Promise<{ before: IpAccess; after: IpAccess }> => {
  const config = await ipConfigOf(store, tenantId)
  const rules = await store.ipRestrictions.listFields({ tenantId }, ['id', 'ip', 'strategy', 'isActive'])
  const next: IpConfig = {
    isActive: change.action === 'configure' ? change.isActive : config.isActive,
    strategy: (change.action === 'configure' ? change.strategy : undefined) ?? config.strategy,
  }
  return { before: accessOf(config, rules), after: accessOf(next, changedRules(rules, change)) }
}

const ACTIONS = ['configure', 'add', 'update', 'delete'] as const

const readIpChange = (value: unknown): IpChange => {
  const fields = fieldsOf(value, 'value')
  const action = oneOf(text(fields.action, 'action'), 'action', ACTIONS)
  if (action === 'configure') return { action, ...configChangeOf(fields) }
  if (action === 'add') return { action, ips: newRulesOf(fields.ips) }
  const id = text(fields.id, 'id')
  if (action === 'delete') return { action, id }
  return { action: 'update', id, isActive: flagOf(fields.isActive, 'isActive') }
}

const ADDRESS_FIELDS = ['userId', 'ipAddress'] as const

/** A user who is sending a request now. Their current IP address counts, not the one they signed in from. */
export interface Present {
  userId: string
  ipAddress: string | undefined
}

export const presentOf = ({ auth, caller }: Pick<GuardCall, 'auth' | 'caller'>): Present => ({
  userId: auth.session.actorId ?? auth.user.id,
  ipAddress: caller.ipAddress,
})

/** Returns the IP addresses of each user's open sessions, else those of ended ones. */
export const addressesOf = async (
  { store, tenantId, present }: { store: Collections; tenantId: string; present: Present | undefined },
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const absent = subjects.filter(({ sessions }) => sessions.length === 0).map(({ user }) => user.id)
  const ended = await inChunks(absent, (part) =>
    store.sessions.listFields({ tenantId, userId: { in: part }, actorId: null }, ADDRESS_FIELDS),
  )
  const byUser = new Map<string, string[]>()
  const note = ({ userId, ipAddress }: Pick<GuardedSession, (typeof ADDRESS_FIELDS)[number]>) =>
    byUser.set(userId, [...(byUser.get(userId) ?? []), ipAddress])
  for (const session of [...ended, ...subjects.flatMap(({ sessions }) => sessions)]) note(session)
  if (present) byUser.set(present.userId, [present.ipAddress ?? ''])
  return byUser
}

const refusedTokens = async (
  { ports, auth }: GuardCall,
  isNewlyRefused: (ipAddress: string) => boolean,
): Promise<number> => {
  const tokens = await ports.store.apiTokens.list({ tenantId: auth.tenantId })
  return tokens.filter(({ lastIpAddress }) => lastIpAddress !== null && isNewlyRefused(lastIpAddress)).length
}

/**
 * Evaluates a change by each user's known IP addresses. A user without any counts as outside an allow list: the guard may
 * report too many users losing access, never too few.
 */
const evaluate = async (call: GuardCall, change: IpChange, subjects: readonly Subject[]): Promise<Outcomes> => {
  const { store } = call.ports
  const { tenantId } = call.auth
  const { before, after } = await accessBeforeAndAfter(store, tenantId, change)
  const addresses = await addressesOf({ store, tenantId, present: presentOf(call) }, subjects)
  const knownOf = ({ user }: Subject) => addresses.get(user.id) ?? []
  const isInside = ({ letsIn, letsUnknownIn }: IpAccess, subject: Subject) =>
    knownOf(subject).some(letsIn) || (knownOf(subject).length === 0 && letsUnknownIn)
  const isNewlyRefused = (ipAddress: string | undefined) => before.letsIn(ipAddress) && !after.letsIn(ipAddress)
  const loses = (subject: Subject) => isInside(before, subject) && !isInside(after, subject)
  const placeOf = ({ id, ipAddress }: GuardedSession) =>
    id === call.auth.session.id ? call.caller.ipAddress : ipAddress
  const ends = (session: GuardedSession) => isNewlyRefused(placeOf(session))
  const isClosed = (session: GuardedSession) => !before.letsIn(placeOf(session))
  const apiTokens = await refusedTokens(call, isNewlyRefused)
  const isHarmless = !ends(call.auth.session) && !subjects.some((one) => loses(one) || one.sessions.some(ends))
  if (isHarmless) return { ends: () => false, refuses: () => false, apiTokens }
  // An administrator who was refused before, or never seen, doesn't keep the account accessible.
  const isSafe = (subject: Subject) => knownOf(subject).some(after.letsIn)
  const isNeeded = (subject: Subject) => subject.isAdministrator || subject.isGuestAdministrator
  const refuses = (subject: Subject) => loses(subject) || (isNeeded(subject) && !isSafe(subject))
  return { ends, isClosed, refuses, apiTokens }
}

export const ipEvaluator: ChangeEvaluator<IpChange> = { read: readIpChange, evaluate }
