import type { lockoutGuard, PolicyChange, PolicyChangeKind } from '../../contract/security.ts'
import { lazy } from '../../kernel/lazy.ts'
import { holdsPermission } from '../../rules/permission.ts'
import type { Auth } from '../call/auth.ts'
import { text } from '../call/read.ts'
import { badRequest, forbidden } from '../call/refusal.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { effectOf } from '../domain/identity/lockout-guard/effect.ts'
import { readChange } from '../domain/identity/lockout-guard/evaluate-change.ts'
import { confirmChange } from '../domain/identity/lockout-guard/guard.ts'
import { authenticated, type Handlers, signedIn } from '../http/handler.ts'

/** Loads on demand, because preview's login box doesn't use it. */
const leftAlone = lazy(async () => (await import('../domain/identity/lockout-guard/left-alone.ts')).leftAlone)

const shownAlone = lazy(
  async () => (await import('../domain/identity/lockout-guard/still-alone.ts')).shownAccountsAlone,
)

const WRITE_POLICIES = 'fe.secure.write.securityPolicy'
const WRITE_SSO = 'fe.secure.write.samlConfiguration'

/** The permission to save a change also allows to preview its effect. */
const WRITE_KEYS: Readonly<Record<PolicyChangeKind, string>> = {
  mfa: WRITE_POLICIES,
  sessions: WRITE_POLICIES,
  lockout: WRITE_POLICIES,
  ip: 'fe.secure.write.ipRestrictions',
  domains: 'fe.secure.write.emailDomainRestrictions',
  sso: WRITE_SSO,
  ssoDomain: WRITE_SSO,
}

const ownChange = async (auth: Auth, given: unknown): Promise<PolicyChange> => {
  const change = readChange(given)
  if (!holdsPermission((await auth.grants()).keys, WRITE_KEYS[change.kind])) throw forbidden()
  return change
}

export const lockoutGuardHandlers = {
  checkPolicyChange: authenticated(async (call) => effectOf(call, await ownChange(call.auth, call.body))),
  confirmPolicyChange: authenticated(async (call) => {
    const { ports, auth, body } = call
    const change = await ownChange(auth, body.change)
    const tenant = await ports.store.tenants.get(auth.tenantId)
    if (text(body.tenantName, 'tenantName').trim() !== tenant?.name.trim()) {
      throw badRequest("tenantName must be the account's name, exactly as it is shown")
    }
    return { expires: iso(await confirmChange(call, change)) }
  }),
  /** Returns an empty list if the caller may not see sub-accounts, so that the security center can always call it. */
  listAccountsAlone: signedIn(async (call) => (await shownAlone())(call)),
  checkMemberChanges: signedIn(async (call) => (await leftAlone())(call, call.body)),
} satisfies Handlers<typeof lockoutGuard>
