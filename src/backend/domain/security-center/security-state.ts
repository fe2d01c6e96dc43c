import type { SecurityState } from '../../../rules/security-findings.ts'
import type { Ports } from '../../ports.ts'
import type { MemberRecord } from '../../store/records.ts'
import type { Collections, Where } from '../../store/store.ts'
import { domainConfigOf } from '../identity/restrictions/email-domains.ts'
import { ipConfigOf } from '../identity/restrictions/ip-rules.ts'
import { presetWhere } from '../identity/team/user-list.ts'
import { lockoutSetting } from '../settings/lockout.ts'
import { mfaSetting } from '../settings/mfa.ts'
import { passwordHistorySetting } from '../settings/password-history.ts'
import { sessionsSetting } from '../settings/sessions.ts'

/** Returns the IP restrictions in effect. An empty list of blocked IP addresses blocks none. */
const ipsInEffect = async (store: Collections, tenantId: string): Promise<SecurityState['ips']> => {
  const { isActive, strategy } = await ipConfigOf(store, tenantId)
  const count = await store.ipRestrictions.count({ tenantId, strategy, isActive: true })
  const isOn = isActive && (strategy === 'ALLOW' || count > 0)
  return { list: isOn ? strategy : null, count }
}

/**
 * Returns the domain restrictions in effect. An empty list of blocked domains blocks none, unless public ones are
 * blocked too.
 */
const domainsInEffect = async (store: Collections, tenantId: string): Promise<SecurityState['domains']> => {
  const { active, listType, blockPublicDomains } = await domainConfigOf(store, tenantId)
  const count = await store.domainRules.count({ tenantId, type: listType })
  const isOn = active && (listType === 'ALLOW' || count > 0 || blockPublicDomains)
  return { list: isOn ? listType : null, count }
}

/** Counts users; each count is one read of an index. */
const usersOf = async (ports: Ports, tenantId: string): Promise<SecurityState['users']> => {
  const count = async (anyOf: readonly Where<MemberRecord>[]): Promise<number> => {
    const counts = await Promise.all(anyOf.map((where) => ports.store.members.count({ tenantId, ...where })))
    return counts.reduce((sum, one) => sum + one, 0)
  }
  // These are the conditions of the tables of these users, so that a number and its table agree.
  const [total, unenrolled, breached, stale] = await Promise.all([
    count([{ activated: true }]),
    count(presetWhere(ports, { preset: 'mfa-unenrolled' })),
    count(presetWhere(ports, { preset: 'breached-passwords' })),
    count(presetWhere(ports, { preset: 'inactive' })),
  ])
  return { total, enrolled: total - unenrolled, breached, stale }
}

/** Reads the state from which a tenant's recommendations and insights are computed. */
export const readSecurityState = async (ports: Ports, tenantId: string): Promise<SecurityState> => {
  const { store } = ports
  const [users, mfa, lockout, passwordHistory, sessions, ips, domains, ssoConnections] = await Promise.all([
    usersOf(ports, tenantId),
    mfaSetting.of(store, tenantId),
    lockoutSetting.of(store, tenantId),
    passwordHistorySetting.of(store, tenantId),
    sessionsSetting.of(store, tenantId),
    ipsInEffect(store, tenantId),
    domainsInEffect(store, tenantId),
    store.ssoConnections.count({ tenantId, enabled: true }),
  ])
  return { users, mfa: mfa.enforceMFAType, lockout, passwordHistory, sessions, ips, domains, ssoConnections }
}
