import { domainOf } from '../../../rules/email.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { Collections } from '../../store/store.ts'
import { vendorPolicy } from '../policies/policies.ts'
import { isReady } from '../sso/ready.ts'
import type { GuardedUser, WaysIn } from './judge.ts'

interface VendorWays {
  password: boolean
  sentCode: boolean
  passkey: boolean
}

/** What the vendor offers on the sign-in page, for every tenant alike. */
const vendorWays = async (store: Collections): Promise<VendorWays> => {
  const { authStrategy } = await vendorPolicy(store, 'public-policy')
  const { mainAuthStrategies, secondaryAuthStrategies } = await vendorPolicy(store, 'auth-strategies')
  const others = secondaryAuthStrategies.filter(({ isActive }) => isActive)
  const offered: readonly string[] = [authStrategy, ...[...mainAuthStrategies, ...others].map((way) => way.strategy)]
  return {
    password: authStrategy !== 'NoLocalAuthentication',
    sentCode: offered.includes('Code') || offered.includes('MagicLink'),
    passkey: offered.includes('Passkeys'),
  }
}

/** Users with a passkey of their own. */
const passkeyOwners = async (store: Collections, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const found = await inChunks(ids, (part) =>
    store.factors.listFields({ kind: 'passkey', userId: { in: part } }, ['userId']),
  )
  return new Set(found.map(({ userId }) => userId))
}

/** Providers that the vendor has turned on, by the names that identities have. */
const activeProviders = async (store: Collections): Promise<ReadonlySet<string>> => {
  const { providers } = await vendorPolicy(store, 'social-providers')
  const { providers: custom } = await vendorPolicy(store, 'custom-social-providers')
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

/** Email domains whose users sign in by a connection that is turned on and set up completely. */
const ssoDomains = async (store: Collections, emails: readonly string[]): Promise<ReadonlySet<string>> => {
  const domains = [...new Set(emails.map(domainOf))]
  const proven = await inChunks(domains, (part) => store.ssoDomains.list({ domain: { in: part }, validated: true }))
  const ids = [...new Set(proven.map(({ connectionId }) => connectionId))]
  const enabled = await inChunks(ids, (part) => store.ssoConnections.list({ id: { in: part }, enabled: true }))
  const open = new Set(enabled.filter(isReady).map(({ id }) => id))
  return new Set(proven.filter(({ connectionId }) => open.has(connectionId)).map(({ domain }) => domain))
}

/** How each of these users could sign in. */
export const waysInOf = async (
  store: Collections,
  users: readonly GuardedUser[],
): Promise<(user: GuardedUser) => WaysIn> => {
  const ids = users.map(({ id }) => id)
  const vendor = await vendorWays(store)
  const withPasskey = vendor.passkey ? await passkeyOwners(store, ids) : new Set<string>()
  const withProvider = await socialUsers(store, ids)
  const withSso = await ssoDomains(
    store,
    users.map(({ email }) => email),
  )
  return (user) => ({
    password: vendor.password && user.passwordHash !== null,
    social: withProvider.has(user.id),
    sso: withSso.has(domainOf(user.email)),
    passwordless: vendor.sentCode || withPasskey.has(user.id),
  })
}
