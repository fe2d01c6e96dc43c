import { domainOf } from '../../../../rules/email.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import type { Collections } from '../../../store/store.ts'
import { authStrategiesSetting } from '../../settings/auth-strategies.ts'
import { customSocialProvidersSetting } from '../../settings/custom-social-providers.ts'
import { publicPolicySetting } from '../../settings/public-policy.ts'
import { socialProvidersSetting } from '../../settings/social-providers.ts'
import { passkeyOwners } from '../access/provider-credentials.ts'
import { connectionOfDomain } from '../access/required-sso.ts'
import type { Reading } from '../guarantor/guarantor.ts'
import type { Assumed } from '../guarantor/rights.ts'
import { NO_ROLES, vouchingOf } from '../guarantor/sign-in-rights.ts'
import type { GuardedUser, SignInMethods } from './guarded-change.ts'

interface VendorMethods {
  password: boolean
  sentCode: boolean
  passkey: boolean
}

/** Returns the sign-in methods that the vendor offers to every tenant. */
const vendorMethods = async (store: Collections): Promise<VendorMethods> => {
  const { authStrategy } = await publicPolicySetting.ofVendor(store)
  const { mainAuthStrategies, secondaryAuthStrategies } = await authStrategiesSetting.ofVendor(store)
  const others = secondaryAuthStrategies.filter(({ isActive }) => isActive)
  const offered: readonly string[] = [authStrategy, ...[...mainAuthStrategies, ...others].map((way) => way.strategy)]
  return {
    password: authStrategy !== 'NoLocalAuthentication',
    sentCode: offered.includes('Code') || offered.includes('MagicLink'),
    passkey: offered.includes('Passkeys'),
  }
}

/** Returns the providers that the vendor has turned on, by the names that identities use. */
const activeProviders = async (store: Collections): Promise<ReadonlySet<string>> => {
  const { providers } = await socialProvidersSetting.ofVendor(store)
  const { providers: custom } = await customSocialProvidersSetting.ofVendor(store)
  return new Set([
    ...providers.filter(({ active }) => active).map(({ type }) => `social:${type}`),
    ...custom.filter(({ active }) => active).map(({ id }) => `social:custom:${id}`),
  ])
}

const socialUsers = async (store: Collections, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const active = await activeProviders(store)
  if (active.size === 0) return new Set()
  const found = await inChunks(ids, (part) =>
    store.identities.listFields({ userId: { in: part } }, ['userId', 'provider']),
  )
  return new Set(found.filter(({ provider }) => active.has(provider)).map(({ userId }) => userId))
}

/** Returns the connection that users of an email domain are sent to, whichever account it belongs to. */
const connectionsByDomain = async (store: Collections, emails: readonly string[]) => {
  const domains = await inChunks([...new Set(emails.map(domainOf))], (part) =>
    store.ssoDomains.list({ domain: { in: part }, validated: true }),
  )
  const ids = [...new Set(domains.map(({ connectionId }) => connectionId))]
  const connections = await inChunks(ids, (part) => store.ssoConnections.list({ id: { in: part }, enabled: true }))
  const setups = connections.length > 1 ? await inChunks(ids, (part) => store.ssoSetups.list({ id: { in: part } })) : []
  return { connections, of: connectionOfDomain({ domains, connections, setups }) }
}

/**
 * Returns whether a connection may sign a user in. Their rights in the connection's account count, which may differ
 * from the account being checked.
 */
const ssoUsers = async (reading: Reading, users: readonly GuardedUser[], assumed: Assumed | undefined) => {
  const { store } = reading
  const { connections, of } = await connectionsByDomain(
    store,
    users.map(({ email }) => email),
  )
  if (connections.length === 0) return () => false
  const isVouchedFor = await vouchingOf(reading, connections, assumed)
  const tenantIds = [...new Set(connections.map(({ tenantId }) => tenantId))]
  const ids = users.filter(({ email }) => of(domainOf(email))).map(({ id }) => id)
  const members = await inChunks(ids, (part) =>
    store.members.listFields({ userId: { in: part }, tenantId: { in: tenantIds } }, [
      'userId',
      'tenantId',
      'roleIds',
      'groupIds',
    ]),
  )
  const places = new Map(members.map((member) => [`${member.tenantId} ${member.userId}`, member]))
  return ({ id, email, superUser }: GuardedUser): boolean => {
    const connection = of(domainOf(email))
    if (!connection) return false
    const place = places.get(`${connection.tenantId} ${id}`) ?? NO_ROLES
    return isVouchedFor(connection)(place, { superUser })
  }
}

/** Returns the methods by which each of these users could sign in. */
export const signInMethodsOf = async (
  reading: Reading,
  users: readonly GuardedUser[],
  assumed?: Assumed,
): Promise<(user: GuardedUser) => SignInMethods> => {
  const { store } = reading
  const ids = users.map(({ id }) => id)
  const vendor = await vendorMethods(store)
  const withPasskey = vendor.passkey ? await passkeyOwners(store, ids) : new Set<string>()
  const withProvider = await socialUsers(store, ids)
  const hasSso = await ssoUsers(reading, users, assumed)
  return (user) => ({
    password: vendor.password && user.passwordHash !== null,
    social: withProvider.has(user.id),
    sso: hasSso(user),
    passwordless: vendor.sentCode || withPasskey.has(user.id),
  })
}
