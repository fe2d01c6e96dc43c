import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { accountEntry } from '../../contract/accounts.ts'
import { tokensUser } from '../../contract/api-tokens.ts'
import { ssoSession } from '../../contract/login.ts'
import { mfaLogin } from '../../contract/mfa.ts'
import { fillPath } from '../../contract/path.ts'
import { aMemberRecord } from '../../testing/records.ts'
import { addFactor } from '../domain/identity/mfa/factors.ts'
import { linkTenant } from '../domain/identity/tenants/account-tree.ts'
import { impersonate, type SignedIn } from './impersonation.test-kit.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { connectSaml, factsFor, postSaml, redeemSaml, startedBy, startSaml } from './saml-forgeries.test-kit.ts'
import { enterBySaml } from './saml-logout.test-kit.ts'
import type { OriginFacts } from './trust-model.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

/** A member of the account whose provider vouches, and an administrator of the account that is entered. */
export const MAX = 'max@multi.test'
export const HOME_TENANT = 'acme'
export const TARGET = 'globex'

const signedIn = ({ status, body, cookies }: CallResponse): SignedIn => {
  if (status !== 200 || !body.accessToken) throw new Error(`${status} ${JSON.stringify(body)}`)
  return { token: body.accessToken, cookie: cookies.find((one) => one.startsWith('fe_refresh'))?.split(';')[0] ?? '' }
}

/** Verifies the domain of the home account's user and connects it to a provider. */
export const connectHome = async (kit: Kit, facts: object = {}): Promise<Credentials> => {
  const keys = await providerKeys()
  await connectSaml(kit, keys, facts)
  await kit.store.ssoDomains.update({ id: 'd-1' }, { domain: 'multi.test' })
  return keys
}

let sequence = 0

/** Starts with one email and returns from the provider with another. */
const enterAs = async (
  kit: Kit,
  keys: Credentials,
  { email, asserted, sessionIndex }: { email: string; asserted: string; sessionIndex: string },
): Promise<CallResponse> => {
  const started = await startSaml(kit, email)
  const facts = { ...factsFor(kit, started, asserted), assertionId: `_${started.relayState}`, sessionIndex }
  return redeemSaml(kit, await postSaml(kit, samlResponse(facts, keys), started.relayState), started)
}

/** Signs the user in through the provider of the home account. */
export const byProvider = async (kit: Kit, email = MAX): Promise<SignedIn> => {
  sequence += 1
  return signedIn(await enterBySaml(kit, await providerKeys(), { email, sessionIndex: `_${sequence}` }))
}

/** Proves a second factor of the session's user at the provider. */
export const withProviderFactor = async (kit: Kit, { token }: SignedIn, email = MAX): Promise<SignedIn> => {
  const { started } = startedBy(await kit.call('POST', ssoSession.startSsoStepUp.path, { token }))
  const assertionId = `_${started.relayState}`
  const facts = { ...factsFor(kit, started, email), assertionId, authnContext: 'https://refeds.org/profile/mfa' }
  const posted = await postSaml(kit, samlResponse(facts, await providerKeys()), started.relayState)
  return signedIn(await redeemSaml(kit, posted, started))
}

export const withOwnPassword = async (kit: Kit, { token }: SignedIn): Promise<SignedIn> =>
  signedIn(await kit.call('POST', accountEntry.provePassword.path, { token, body: { password: PASSWORD } }))

const enroll = (kit: Kit) => addFactor(kit.ports, 'max', { kind: 'sms', value: { phone: '+12025550177' } })

const withOwnFactor = async (kit: Kit): Promise<SignedIn> => {
  const { mfaToken, mfaDevices } = (await kit.login(MAX)).body
  const device = fillPath(mfaLogin.preVerifySms.path, { deviceId: mfaDevices.phones[0].id })
  const { otcToken } = (await kit.call('POST', device, { body: { mfaToken } })).body
  const given = { mfaToken, otcToken, code: kit.lastCode('sms') }
  return signedIn(await kit.call('POST', `${device}/verify`, { body: given }))
}

const placeBelow = async ({ store }: Kit, home: object = {}): Promise<void> => {
  await store.tenants.update({ id: HOME_TENANT }, home)
  await store.tenants.update({ id: TARGET }, { parentId: HOME_TENANT })
  await linkTenant(store, { id: TARGET, name: 'Globex', createdAt: 0 }, HOME_TENANT)
}

const HEADQUARTER = { settings: '{"tenantType":"headquarter"}' }

export interface Origin extends OriginFacts {
  /** Runs before the user signs in. */
  prepare?(kit: Kit): Promise<unknown>
  begin(kit: Kit): Promise<SignedIn>
  /** Runs after the user has signed in. */
  settle?(kit: Kit): Promise<unknown>
}

const USER = { isUser: true, isMember: true }
const PASSWORD_ONLY = { ...USER, own: true, begin: (kit: Kit) => kit.signIn(MAX) }
const PROVIDER = {
  ...USER,
  own: false,
  provider: 'unrelated',
  prepare: (kit: Kit) => connectHome(kit),
  begin: (kit: Kit) => byProvider(kit),
} as const
const below = (home?: object) => async (kit: Kit) => {
  await connectHome(kit)
  await placeBelow(kit, home)
}
/** Connects the account above by a member who may do less there than the user may do below. */
const beyondGuarantor = async (kit: Kit) => {
  await below()(kit)
  await kit.store.ssoConnections.update({ tenantId: HOME_TENANT }, { guarantorId: 'mel' })
}
const withFactorOf = (kit: Kit) => byProvider(kit).then((who) => withProviderFactor(kit, who))
const until = (ms: number) => (kit: Kit) =>
  kit.store.members.update({ id: 'globex-max' }, { temporaryUntil: kit.time.now + ms })

/** Every way in which a session in the home account can begin. */
export const ORIGINS: Readonly<Record<string, Origin>> = {
  'a password': PASSWORD_ONLY,
  'a password and a second factor': { ...PASSWORD_ONLY, factor: 'us', prepare: enroll, begin: withOwnFactor },
  'the password of a member for a time': { ...PASSWORD_ONLY, settle: until(3_600_000) },
  'the password of a member whose time has ended': { ...PASSWORD_ONLY, isMember: false, settle: until(-1) },
  'a provider': PROVIDER,
  'a provider that had its domain checked by no one': {
    ...PROVIDER,
    prepare: async (kit) => {
      await connectHome(kit, { skipEmailDomainValidation: true })
      await kit.store.ssoDomains.update({ id: 'd-1' }, { domain: 'other.test' })
      await kit.store.members.delete({ id: 'globex-max' })
    },
    begin: async (kit) => {
      sequence += 1
      const credentials = await providerKeys()
      const given = { email: 'eve@other.test', sessionIndex: `_${sequence}` }
      return signedIn(await enterAs(kit, credentials, { ...given, asserted: MAX }))
    },
    settle: ({ store }) =>
      store.members.insert(
        aMemberRecord({ id: 'globex-max', userId: 'max', tenantId: TARGET, email: MAX, roleIds: '["admin"]' }),
      ),
  },
  'a provider and the own password': {
    ...PROVIDER,
    own: true,
    begin: (kit) => byProvider(kit).then((who) => withOwnPassword(kit, who)),
  },
  'a provider that checked a second factor': { ...PROVIDER, factor: 'provider', begin: withFactorOf },
  'a provider that checked a second factor, and the own password': {
    ...PROVIDER,
    own: true,
    factor: 'provider',
    begin: (kit) => withFactorOf(kit).then((who) => withOwnPassword(kit, who)),
  },
  'the provider of the account above': { ...PROVIDER, provider: 'below', prepare: below() },
  'a second factor that the provider of the account above checked': {
    ...PROVIDER,
    provider: 'below',
    factor: 'provider',
    prepare: below(),
    begin: withFactorOf,
  },
  'the provider of the account above, beyond its guarantor': {
    ...PROVIDER,
    provider: 'below, beyond its guarantor',
    prepare: beyondGuarantor,
  },
  'the provider of the account above, beyond its guarantor, and the own password': {
    ...PROVIDER,
    provider: 'below, beyond its guarantor',
    own: true,
    factor: 'provider',
    prepare: beyondGuarantor,
    begin: (kit) => withFactorOf(kit).then((who) => withOwnPassword(kit, who)),
  },
  'the provider of the headquarter above': {
    ...PROVIDER,
    provider: 'below a headquarter',
    prepare: below(HEADQUARTER),
  },
  'the provider of the reseller that heads the accounts above': {
    ...PROVIDER,
    provider: 'below a headquarter',
    prepare: below({ isReseller: true }),
  },
  'a second factor that the provider of the headquarter above checked, and the own password': {
    ...PROVIDER,
    provider: 'below a headquarter',
    own: true,
    factor: 'provider',
    prepare: below(HEADQUARTER),
    begin: (kit) => withFactorOf(kit).then((who) => withOwnPassword(kit, who)),
  },
  'an API token': {
    isUser: false,
    isMember: true,
    own: true,
    prepare: (kit) => setPolicy(kit, 'public-policy', { machineToMachineAuthStrategy: 'AccessToken' }),
    begin: async (kit) => {
      const { token } = await kit.signIn(MAX)
      const body = { description: 'Script', expiresInMinutes: 60 }
      const made = await kit.call('POST', tokensUser.createAccessToken.path, { token, body })
      return { token: String(made.body.secret), cookie: '' }
    },
  },
  'an impersonation': {
    isUser: false,
    isMember: true,
    own: true,
    begin: async (kit) => impersonate(kit, await kit.signIn('ada@acme.test'), 'max'),
  },
}
