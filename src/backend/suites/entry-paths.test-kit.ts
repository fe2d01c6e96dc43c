import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { users } from '../../contract/users.ts'
import { createVerifier } from '../../rules/pkce.ts'
import type { SignedIn } from './impersonation.test-kit.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { locationOf, openFlows } from './oauth.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { connectSaml, factsFor, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'

export const ME = session.getMe.path
const SILENT = API_PREFIX + session.silentAuthorize.path

export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString() || '{}')

/** Returns the claims that a response gives a caller for the tenant, or `undefined` if it was refused. */
export type EntryPath = (
  kit: Kit,
  who: SignedIn,
  tenantId: string,
) => Promise<{ tenantId: unknown; tenantIds: unknown } | undefined>

const granted = (response: CallResponse, token: unknown) => {
  if (response.status !== 200) return undefined
  const { tenantId, tenantIds } = claimsOf(String(token))
  return { tenantId, tenantIds }
}

const byAuthorize =
  (nameOf: (tenantId: string) => Record<string, string>): EntryPath =>
  async (kit, { cookie }, tenantId) => {
    const flows = openFlows(() => kit)
    const verifier = createVerifier()
    const code = locationOf(await flows.ask({ verifier, cookie }, nameOf(tenantId))).searchParams.get('code')
    if (code === null) return undefined
    const response = await flows.exchange(code, verifier)
    return granted(response, response.body.access_token)
  }

/**
 * Returns the email of the acting user. An identity provider proves the impersonator, never the user they impersonate.
 */
const emailOf = async ({ store }: Kit, token: string): Promise<string> => {
  const { act, sub } = claimsOf(token)
  const id = typeof act === 'object' && act !== null && 'sub' in act ? act.sub : sub
  return (await store.users.get(String(id)))?.email ?? ''
}

/** Signs in by SAML, which the users of `multi.test` use for this tenant. */
const bySingleSignOn: EntryPath = async (kit, { token }, tenantId) => {
  const idp = await providerKeys()
  if ((await kit.store.ssoConnections.count({ tenantId })) === 0) {
    await connectSaml(kit, idp, { tenantId })
    await kit.store.ssoDomains.update({ id: 'd-1' }, { tenantId, domain: 'multi.test' })
  }
  const started = await startSaml(kit, 'max@multi.test')
  const facts = factsFor(kit, started, await emailOf(kit, token))
  const response = samlResponse({ ...facts, assertionId: `_${started.relayState}` }, idp)
  const entered = await redeemSaml(kit, await postSaml(kit, response, started.relayState), started)
  const found = granted(entered, entered.body.accessToken)
  // A sign-in that this tenant refuses may continue in another tenant of the user.
  return found?.tenantId === tenantId ? found : undefined
}

/** Every way for a session to enter a tenant that is not its own. */
export const ENTRY_PATHS: Readonly<Record<string, EntryPath>> = {
  'the scoped tenant header': async (kit, { token, cookie }, tenantId) => {
    const response = await kit.call('GET', ME, { token, cookie, headers: { 'frontegg-scoped-tenant': tenantId } })
    return response.status === 200
      ? { tenantId: response.body.tenantId, tenantIds: response.body.tenantIds }
      : undefined
  },
  'a refresh that names a tenant': async (kit, { cookie }, tenantId) => {
    const response = await kit.refresh(cookie, { tenantId })
    return granted(response, response.body.accessToken)
  },
  'a change of tenant': async (kit, { token, cookie }, tenantId) => {
    const changed = await kit.call('PUT', session.switchTenant.path, { token, cookie, body: { tenantId } })
    if (changed.status !== 200) return undefined
    const response = await kit.refresh(cookie)
    return granted(response, response.body.accessToken)
  },
  'a token for one tenant': async (kit, { token, cookie }, tenantId) => {
    const response = await kit.call('POST', users.getUserJwtForTenant.path, { token, cookie, body: { tenantId } })
    return granted(response, response.body.accessToken)
  },
  'silent authorization': async (kit, { cookie }, tenantId) => {
    const response = await kit.call('POST', SILENT, { cookie, body: { tenantId } })
    return granted(response, response.body.access_token)
  },
  'an authorization code': byAuthorize((tenantId) => ({ tenantId })),
  'an authorization code without a page': byAuthorize((tenantId) => ({ tenantId, prompt: 'none' })),
  'single sign-on': bySingleSignOn,
  'an authorization code by alias': byAuthorize((tenantId) => ({ organization: `${tenantId}-alias` })),
}
