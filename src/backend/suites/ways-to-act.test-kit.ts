import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { apiTokens, tokensTenant, tokensUser } from '../../contract/api-tokens.ts'
import { groups } from '../../contract/groups.ts'
import { login, stepUp } from '../../contract/login.ts'
import { mfaLogin, passkeys } from '../../contract/mfa.ts'
import { API_PREFIX, fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { createAuthenticator } from './authenticator.test-kit.ts'
import { ME } from './entry-paths.test-kit.ts'
import { redeemImpersonation, startImpersonation } from './impersonation.test-kit.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { appCode, setPolicy } from './mfa.test-kit.ts'
import { openFlows } from './oauth.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { connectSaml, factsFor, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'
import { connect } from './scim.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const SILENT = API_PREFIX + session.silentAuthorize.path

/** Prepares a call that is tried after a rule of the account has changed. */
type Way = (kit: Kit) => Promise<() => Promise<CallResponse>>

const credential = async (kit: Kit, path: string, body: object) => {
  const { token } = await kit.signIn('ada@acme.test')
  const made = await kit.call('POST', path, { token, body: { description: 'Sync', expiresInMinutes: 60, ...body } })
  return { clientId: String(made.body.clientId), secret: String(made.body.secret) }
}

const exchangeFor = (kit: Kit, body: object) => kit.call('POST', apiTokens.exchangeApiToken.path, { body })

const passwordless =
  (type: 'code' | 'magiclink', strategy: string): Way =>
  async (kit) => {
    await setPolicy(kit, 'public-policy', { authStrategy: strategy })
    const asked = await kit.call('POST', fillPath(login.passwordlessPreLogin.path, { type }), {
      body: { email: 'mel@acme.test' },
    })
    const code = type === 'code' ? kit.lastCode('mail') : kit.lastLink().token
    const cookie = asked.cookies[0]?.split(';')[0]
    return () =>
      kit.call('POST', fillPath(login.passwordlessPostLogin.path, { type }), { cookie, body: { code, token: code } })
  }

/** Every way in which a session or a script acts in its own tenant. */
export const WAYS_TO_ACT: Readonly<Record<string, Way>> = {
  'a call of a signed-in user': async (kit) => {
    const { token } = await kit.signIn('mel@acme.test')
    return () => kit.call('GET', ME, { token })
  },
  'a call of an administrator': async (kit) => {
    const { token } = await kit.signIn('ada@acme.test')
    return () => kit.call('GET', groups.listGroups.path, { token })
  },
  'a refresh': async (kit) => {
    const { cookie } = await kit.signIn('mel@acme.test')
    return () => kit.refresh(cookie)
  },
  'silent authorization': async (kit) => {
    const { cookie } = await kit.signIn('mel@acme.test')
    return () => kit.call('POST', SILENT, { cookie, body: { tenantId: null } })
  },
  'an authorization code': async (kit) => {
    const flows = openFlows(() => kit)
    const flow = await flows.start()
    const code = await flows.codeOf(flow)
    return () => flows.exchange(code, flow.verifier)
  },
  'the refresh token of a client': async (kit) => {
    const { cookie } = await kit.signIn('mel@acme.test')
    const tokens = (await kit.call('POST', SILENT, { cookie, body: { tenantId: null } })).body
    return () => openFlows(() => kit).refresh(tokens.refresh_token)
  },
  'a step-up': async (kit) => {
    const { cookie } = await kit.signIn('mel@acme.test')
    await kit.store.sessions.update({ userId: 'mel' }, { amr: '["pwd","mfa","otp"]' })
    const token = (await kit.refresh(cookie)).body.accessToken
    return () => kit.call('POST', stepUp.generateStepUpSession.path, { token, body: {} })
  },
  'an impersonation': async (kit) => {
    const ada = await kit.signIn('ada@acme.test')
    const { actorToken } = (await startImpersonation(kit, ada, 'mel')).body
    return () => redeemImpersonation(kit, { userId: 'mel', actorToken }, ada.cookie)
  },
  'an access token': async (kit) => {
    await setPolicy(kit, 'public-policy', { machineToMachineAuthStrategy: 'AccessToken' })
    const { secret } = await credential(kit, tokensUser.createAccessToken.path, {})
    return () => kit.call('GET', session.getMyAuthorization.path, { token: secret })
  },
  'client credentials of a user': async (kit) => {
    const made = await credential(kit, tokensUser.createClientCredential.path, {})
    return () => exchangeFor(kit, made)
  },
  'client credentials of the account': async (kit) => {
    const made = await credential(kit, tokensTenant.createClientCredential.path, { roleIds: ['admin'] })
    return () => exchangeFor(kit, made)
  },
  'the bearer that credentials of the account were exchanged for': async (kit) => {
    const made = await credential(kit, tokensTenant.createClientCredential.path, { roleIds: ['admin'] })
    const { accessToken } = (await exchangeFor(kit, made)).body
    return () => kit.call('GET', groups.listGroups.path, { token: accessToken })
  },
  'the token of a directory': async (kit) => {
    const { scim } = await connect(kit)
    return async () => {
      const { body, ...response } = await scim('GET', 'Users')
      // An error has only one text (RFC 7644 §3.12).
      return { ...response, body: { ...body, errors: [body.detail] }, cookies: [] }
    }
  },
  'a password': async (kit) => () => kit.login('mel@acme.test'),
  'a passkey': async (kit) => {
    const { token } = await kit.signIn('mel@acme.test')
    const key = createAuthenticator()
    const { challenge } = (await kit.call('POST', passkeys.listDevices.path, { token, body: {} })).body.options
    const body = { ...key.register(challenge), deviceType: 'Platform' }
    await kit.call('POST', passkeys.verifyDeviceRegistration.path, { token, body })
    return async () => {
      const { options } = (await kit.call('POST', login.webauthnPreLogin.path, { body: {} })).body
      return kit.call('POST', login.webauthnPostLogin.path, { body: key.sign(options.challenge) })
    }
  },
  'a second factor': async (kit) => {
    const { mfaToken } = (await kit.login('mia@acme.test', PASSWORD)).body
    return async () => kit.call('POST', mfaLogin.verifyCode.path, { body: { mfaToken, value: await appCode(kit) } })
  },
  'an emailed code': passwordless('code', 'Code'),
  'an emailed link': passwordless('magiclink', 'MagicLink'),
  'single sign-on': async (kit) => {
    const keys = await providerKeys()
    await connectSaml(kit, keys)
    const started = await startSaml(kit)
    const facts = { ...factsFor(kit, started), assertionId: `_${started.relayState}` }
    const posted = await postSaml(kit, samlResponse(facts, keys), started.relayState)
    return () => redeemSaml(kit, posted, started)
  },
}
