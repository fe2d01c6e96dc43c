import assert from 'node:assert/strict'
import { it } from 'node:test'
import { session } from '../../contract/session.ts'
import { team } from '../../contract/users.ts'
import { createVerifier } from '../../rules/pkce.ts'
import type { SignedIn } from './impersonation.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { locationOf, openFlows } from './oauth.test-kit.ts'
import {
  byProvider,
  connectHome,
  HOME_TENANT,
  TARGET,
  withOwnPassword,
  withProviderFactor,
} from './trust-origins.test-kit.ts'

const SCOPE = { 'frontegg-scoped-tenant': TARGET }
const TEN_MINUTES = 600_000

/** Tests that a proof by one account's provider makes a session fresh only where that provider is trusted. */
export const describeForeignFreshness = (kit: () => Kit): void => {
  const flows = openFlows(kit)

  const refreshed = async ({ cookie }: Pick<SignedIn, 'cookie'>): Promise<SignedIn> => {
    const { body, cookies } = await kit().refresh(cookie)
    return { token: String(body.accessToken), cookie: cookies[0]?.split(';')[0] ?? '' }
  }

  /** Signs in with the home account's provider and the user's own password, and lets both proofs expire. */
  const arriveLongAgo = async (): Promise<SignedIn> => {
    await connectHome(kit())
    const who = await withOwnPassword(kit(), await byProvider(kit()))
    kit().time.now += TEN_MINUTES
    return refreshed(who)
  }

  /** Makes a change that requires fresh proof, and returns its status. */
  const promote = async ({ token }: SignedIn, headers: Record<string, string> = {}) => {
    const email = `${kit().ports.random.token(6).toLowerCase().replaceAll('_', 'x')}@evil.test`
    const body = { email, name: 'Eve', provider: 'local', roleIds: ['admin'] }
    return (await kit().call('POST', team.addUser.path, { token, headers, body })).status
  }

  it('doesn’t count in another account, whether the session is in it or only names it', async () => {
    const who = await arriveLongAgo()
    assert.equal(await promote(who, SCOPE), 401)
    const steppedUp = await withProviderFactor(kit(), who)
    assert.equal(await promote(steppedUp, SCOPE), 401)
    const body = { tenantId: TARGET }
    assert.equal((await kit().call('PUT', session.switchTenant.path, { ...steppedUp, body })).status, 200)
    const inside = await refreshed(steppedUp)
    assert.equal(await promote(inside), 401)
    assert.equal(await promote(await withOwnPassword(kit(), inside)), 200, 'the user’s own password does')
  })

  it('doesn’t count for a client that asks for a recent sign-in to another account', async () => {
    const who = await arriveLongAgo()
    const ask = async ({ cookie }: SignedIn, tenantId: string) => {
      const recent = { prompt: 'none', max_age: '60', tenantId }
      const url = locationOf(await flows.ask({ cookie, verifier: createVerifier() }, recent))
      return url.searchParams.get('error') ?? 'code'
    }
    assert.equal(await ask(who, TARGET), 'login_required')
    const steppedUp = await withProviderFactor(kit(), who)
    assert.equal(await ask(steppedUp, TARGET), 'login_required')
    assert.equal(await ask(steppedUp, HOME_TENANT), 'code', 'the account of the provider trusts it')
    assert.equal(await ask(await withOwnPassword(kit(), steppedUp), TARGET), 'code')
  })

  it('is refused for an administrator who may do more than the guarantor does today', async () => {
    const { ssoConnections, members } = kit().store
    const vouch = (guarantorId: string) => ssoConnections.update({ id: 'saml-1' }, { guarantorId })
    await connectHome(kit())
    await members.update({ tenantId: HOME_TENANT, userId: 'max' }, { roleIds: '["admin"]' })
    await vouch('ada')
    const who = await byProvider(kit())
    await vouch('mel')
    await assert.rejects(withProviderFactor(kit(), who), /403/)
    await vouch('ada')
    await withProviderFactor(kit(), who)
  })
}
