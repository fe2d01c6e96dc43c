import type { SecurityState } from '../../../rules/security-findings.ts'
import type { Ports } from '../../ports.ts'
import type { MemberRecord } from '../../store/records.ts'
import type { Where } from '../../store/store.ts'
import { presetWhere } from '../identity/team/user-presets.ts'
import { lockoutSetting } from '../settings/lockout.ts'
import { mfaSetting } from '../settings/mfa.ts'
import { passwordHistorySetting } from '../settings/password-history.ts'
import { sessionsSetting } from '../settings/sessions.ts'
import { domainsInEffect, ipsInEffect } from './restrictions-in-effect.ts'

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
