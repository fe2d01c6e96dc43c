import { Refusal } from '../../../call/refusal.ts'
import type { FreshWhen } from '../../../call/ruled-request.ts'
import { emailDomainsSetting } from '../../settings/email-domains.ts'
import { lockoutSetting } from '../../settings/lockout.ts'
import { mfaSetting } from '../../settings/mfa.ts'
import { passwordHistorySetting } from '../../settings/password-history.ts'
import { sessionsSetting } from '../../settings/sessions.ts'
import type { FlooredSetting } from '../../settings/setting.ts'
import { ipConfigOf } from '../restrictions/ip-rules.ts'

/** Returns `undefined` for input that the handler will refuse. */
const readable = <Value>(read: () => Value): Value | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Returns whether a new policy demands less than the current one. */
const weakens =
  <Value extends object>(setting: FlooredSetting<string, Value>, read: (body: unknown) => Partial<Value>): FreshWhen =>
  async ({ ports, auth, body }) => {
    const value = readable(() => read(body))
    if (!value) return false
    const before = await setting.of(ports.store, auth.tenantId)
    return setting.demandsLess({ ...before, ...value }, before)
  }

export const weakensMfa = weakens(mfaSetting, mfaSetting.input)
export const weakensLockout = weakens(lockoutSetting, lockoutSetting.input)
export const weakensHistory = weakens(passwordHistorySetting, passwordHistorySetting.input)
export const weakensSessions = weakens(sessionsSetting, sessionsSetting.changes)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const letsIn = (rule: unknown): boolean =>
  typeof rule === 'object' && rule !== null && (!('strategy' in rule) || rule.strategy !== 'BLOCK')

const restrictsIps = async ({ ports, auth }: Parameters<FreshWhen>[0]): Promise<boolean> =>
  (await ipConfigOf(ports.store, auth.tenantId)).isActive

/** Returns whether the request allows another IP address, which is the whole body or one of its list. */
export const addsAllowedIp =
  (part: 'body' | 'ips'): FreshWhen =>
  (request) => {
    const { body } = request
    const rules: readonly unknown[] = part === 'body' ? [{ strategy: body.strategy }] : listOf(body.ips)
    return rules.some(letsIn) && restrictsIps(request)
  }

/** Returns whether the request turns a rule on or off; changing the description doesn't affect access. */
export const switchesIpRule: FreshWhen = (request) => request.body.isActive !== undefined && restrictsIps(request)

/** Returns whether the request turns the IP rules off or reverses their meaning. */
export const weakensIpRules: FreshWhen = async ({ ports, auth, body }) => {
  const before = await ipConfigOf(ports.store, auth.tenantId)
  return before.isActive && (body.isActive !== true || (body.strategy ?? 'ALLOW') !== before.strategy)
}

/** Returns whether the request loosens the email domain rules. While they are off, anyone may be invited. */
export const weakensDomainRules: FreshWhen = async ({ ports, auth, body }) => {
  const before = await emailDomainsSetting.of(ports.store, auth.tenantId)
  const isOther = body.type !== undefined && body.type !== before.listType
  const letsPublicIn = before.blockPublicDomains && body.blockPublicDomains === false
  return (before.active && (body.active !== true || isOther)) || letsPublicIn
}

/** Returns whether the request lets in the emails of another domain. */
export const allowsDomain: FreshWhen = async ({ ports, auth, body }) => {
  const { active, listType } = await emailDomainsSetting.of(ports.store, auth.tenantId)
  return active && listType === 'ALLOW' && body.type === listType
}

/** Returns whether the domain rules are on, so that removing one takes effect. */
export const dropsDomain: FreshWhen = async ({ ports, auth }) =>
  (await emailDomainsSetting.of(ports.store, auth.tenantId)).active

export const opensInviteLinks: FreshWhen = ({ body }) => body.tenantInvitationsAllowed === true
