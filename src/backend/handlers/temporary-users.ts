import type { additions } from '../../contract/additions.ts'
import type { team } from '../../contract/team.ts'
import { number } from '../call/read.ts'
import { badRequest, conflict, forbidden } from '../call/refusal.ts'
import { audit } from '../domain/audit/audit.ts'
import { assertAdministratorStays, DELETE_USERS, memberOf, READ_USERS, WRITE_USERS } from '../domain/members/members.ts'
import { policyOf, savePolicy } from '../domain/policies/policies.ts'
import { iso } from '../domain/wire/wire.ts'
import { allowed, type Handlers } from '../http/handler.ts'
import type { Ports } from '../ports.ts'

const MINUTE_SECONDS = 60
const YEAR_SECONDS = 31_536_000

export const temporaryUntil = (ports: Ports, seconds: unknown): number =>
  ports.clock.now() + number(seconds, 'expirationInSeconds', { min: MINUTE_SECONDS, max: 10 * YEAR_SECONDS }) * 1_000

export const assertTemporaryUsersAllowed = async (ports: Ports, tenantId: string): Promise<void> => {
  const { enabled } = await policyOf(ports.store, 'temporary-users', tenantId)
  if (!enabled) throw forbidden('Temporary users are turned off in this account')
}

export const temporaryUserHandlers = {
  extendTemporaryUser: allowed(WRITE_USERS, async ({ ports, auth, path, body, caller }) => {
    const until = temporaryUntil(ports, body.expirationInSeconds)
    await assertTemporaryUsersAllowed(ports, auth.tenantId)
    if (path.userId === auth.user.id) throw conflict("You can't limit your own time")
    const { member, user } = await memberOf(ports, auth.tenantId, path.userId)
    await ports.store.transaction(async (store) => {
      // A member whose time ends is not there to manage the account later.
      await assertAdministratorStays(store, member, { roleIds: [], now: ports.clock.now() })
      await store.members.update({ id: member.id }, { temporaryUntil: until })
    })
    await audit(ports, caller, {
      tenantId: auth.tenantId,
      user: auth.user,
      action: 'Temporary access changed',
      resource: 'Users',
      description: `${user.email} may stay until ${iso(until)}`,
    })
    return { temporaryExpirationDate: iso(until) }
  }),
  makeUserPermanent: allowed(DELETE_USERS, async ({ ports, auth, path, caller }) => {
    const { member, user } = await memberOf(ports, auth.tenantId, path.userId)
    await ports.store.members.update({ id: member.id }, { temporaryUntil: null })
    await audit(ports, caller, {
      tenantId: auth.tenantId,
      user: auth.user,
      action: 'Temporary access changed',
      resource: 'Users',
      description: `${user.email} may stay without limit`,
    })
    return {}
  }),
  getTemporaryUserConfig: allowed(READ_USERS, ({ ports, auth }) =>
    policyOf(ports.store, 'temporary-users', auth.tenantId),
  ),
} satisfies Pick<Handlers<typeof team>, 'extendTemporaryUser' | 'makeUserPermanent' | 'getTemporaryUserConfig'>

export const temporaryUserAdditions = {
  /** Turned off, nobody new is given limited time; whoever has it keeps it. */
  updateTemporaryUserConfig: allowed(WRITE_USERS, async ({ ports, auth, body, caller }) => {
    const { enabled } = body
    if (typeof enabled !== 'boolean') throw badRequest('enabled must be true or false')
    await savePolicy(ports, 'temporary-users', auth.tenantId, { enabled })
    await audit(ports, caller, {
      tenantId: auth.tenantId,
      user: auth.user,
      action: 'Temporary users configuration changed',
      resource: 'Users',
      description: `Temporary users are ${enabled ? 'on' : 'off'}`,
    })
    return { enabled }
  }),
} satisfies Pick<Handlers<typeof additions>, 'updateTemporaryUserConfig'>
