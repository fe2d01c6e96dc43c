import { tokensUser } from '../../contract/api-tokens.ts'
import { API_PREFIX, fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { memberImpersonation } from '../../contract/users.ts'
import { anSsoConnectionRecord } from '../../testing/records.ts'
import { EMPTY_SETUP } from '../domain/sso/setup/setups.ts'
import { claimsOf, ENTRY_PATHS, type EntryPath, ME } from './entry-paths.test-kit.ts'
import { redeemImpersonation, type SignedIn } from './impersonation.test-kit.ts'
import { OFFICE, restrict } from './ip-restrictions.test-kit.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { openFlows } from './oauth.test-kit.ts'
import { CERTIFICATE } from './sso-metadata.test-kit.ts'
import type { Demand } from './trust-model.test-kit.ts'
import { HOME_TENANT, type Origin, TARGET } from './trust-origins.test-kit.ts'

/** Returns whether a session acts in the target after it used this entry point. */
export type EntryPoint = (kit: Kit, who: SignedIn) => Promise<boolean>

const SCOPE = { 'frontegg-scoped-tenant': TARGET }

/** Returns whether calls of the session reach the target. */
const isInside = async (kit: Kit, { token, cookie }: SignedIn): Promise<boolean> => {
  const { status, body } = await kit.call('GET', ME, { token, cookie, headers: SCOPE })
  return status === 200 && body.tenantId === TARGET
}

const leadsIn = ({ status, body }: CallResponse): boolean =>
  status === 200 && claimsOf(body.accessToken ?? body.access_token).tenantId === TARGET

const leaveHome = (kit: Kit) => kit.store.members.delete({ userId: 'max', tenantId: HOME_TENANT })

const through =
  (enter: EntryPath): EntryPoint =>
  async (kit, who) => {
    await kit.store.tenants.update({ id: TARGET }, { alias: `${TARGET}-alias` })
    return (await enter(kit, who, TARGET))?.tenantId === TARGET
  }

const { 'single sign-on': _own, ...PATHS } = ENTRY_PATHS

/** Every entry point by which a session can try to act in an account that it is not in. */
export const ENTRY_POINTS: Readonly<Record<string, EntryPoint>> = {
  ...Object.fromEntries(Object.entries(PATHS).map(([name, enter]) => [name, through(enter)])),
  'a refresh after the membership at home has ended': async (kit, { cookie }) => {
    await leaveHome(kit)
    return leadsIn(await kit.refresh(cookie))
  },
  'the refresh of a client after the membership at home has ended': async (kit, { cookie }) => {
    const body = { tenantId: null }
    const tokens = (await kit.call('POST', API_PREFIX + session.silentAuthorize.path, { cookie, body })).body
    await leaveHome(kit)
    return leadsIn(await openFlows(() => kit).refresh(String(tokens.refresh_token)))
  },
  'an API token that is made there': async (kit, { token }) => {
    await setPolicy(kit, 'public-policy', { machineToMachineAuthStrategy: 'AccessToken' })
    const body = { description: 'Script', expiresInMinutes: 60 }
    const made = await kit.call('POST', tokensUser.createAccessToken.path, { token, body, headers: SCOPE })
    if (made.status !== 200) return false
    const used = await kit.call('GET', session.getMyAuthorization.path, { token: String(made.body.secret) })
    return used.status === 200
  },
  'an impersonation there': async (kit, { token, cookie }) => {
    const path = fillPath(memberImpersonation.startImpersonation.path, { userId: 'sam' })
    const started = await kit.call('POST', path, { token, cookie, body: {}, headers: SCOPE })
    if (started.status !== 200) return false
    return leadsIn(await redeemImpersonation(kit, { userId: 'sam', actorToken: started.body.actorToken }, cookie))
  },
}

const limit = (kit: Kit, limits: object) => setPolicy(kit, 'sessions', limits, TARGET)

const requireOwnProvider = async ({ store }: Kit) => {
  const at = { createdAt: 1, updatedAt: 1 }
  const trust = { ssoEndpoint: 'https://idp.globex.test/sso', publicCertificate: CERTIFICATE, enabled: true }
  await store.ssoConnections.insert(anSsoConnectionRecord({ id: 'globex-saml', tenantId: TARGET, ...trust, ...at }))
  const domain = { connectionId: 'globex-saml', tenantId: TARGET, validated: true, createdAt: 1 }
  await store.ssoDomains.delete({ domain: 'multi.test' })
  await store.ssoDomains.insert({ id: 'globex-domain', domain: 'multi.test', ...domain })
  await store.ssoSetups.insert({ id: 'globex-saml', tenantId: TARGET, ...EMPTY_SETUP, enforced: true, ...at })
}

/** Applies each demand to the target while sessions exist that are 66 seconds old. */
const DEMANDING: Readonly<Record<Demand, (kit: Kit) => Promise<unknown>>> = {
  nothing: async () => undefined,
  'a second factor': (kit) => setPolicy(kit, 'mfa', { enforceMFAType: 'Force' }, TARGET),
  'a second factor, but not from single sign-on': (kit) =>
    setPolicy(kit, 'mfa', { enforceMFAType: 'ForceExceptSAML' }, TARGET),
  'its own single sign-on': requireOwnProvider,
  'another IP address': (kit) => restrict(kit, { ips: [OFFICE], tenantId: TARGET }),
  'a younger session': (kit) => limit(kit, { sessionTimeoutConfiguration: { isActive: true, timeout: 60 } }),
  'a busier session': (kit) => limit(kit, { sessionIdleTimeoutConfiguration: { isActive: true, timeout: 60 } }),
  'no second session': (kit) => limit(kit, { sessionConcurrentConfiguration: { isActive: true, maxSessions: 1 } }),
  'that it is resumed': ({ store }) => store.tenants.update({ id: TARGET }, { suspendedAt: 1 }),
}

export interface Cell {
  entryPoint: string
  demand: Demand
  origin: string
}

export const nameOf = ({ entryPoint, demand, origin }: Cell): string =>
  `${entryPoint}, from ${origin}, where the account demands ${demand}`

/**
 * Returns the outcome of a cell: whether the session acts in the target, and whether one that entered earlier still
 * does.
 */
export const walk = async (
  kit: Kit,
  { origin, entryPoint, demand }: { origin: Origin; entryPoint: EntryPoint; demand: Demand },
): Promise<{ isIn: boolean; isEarlierIn: boolean }> => {
  await kit.reset()
  await origin.prepare?.(kit)
  const earlier = await origin.begin(kit)
  const who = await origin.begin(kit)
  await origin.settle?.(kit)
  kit.time.now += 66_000
  await DEMANDING[demand](kit)
  const isFirstIn = await entryPoint(kit, earlier)
  kit.time.now += 1_000
  const isIn = await entryPoint(kit, who)
  return { isIn, isEarlierIn: isFirstIn && (await isInside(kit, earlier)) }
}
