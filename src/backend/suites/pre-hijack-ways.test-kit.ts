import { apiTokens, tokensUser } from '../../contract/api-tokens.ts'
import { login, quickPhone } from '../../contract/login.ts'
import { mfa, mfaLogin, passkeys } from '../../contract/mfa.ts'
import { createVerifier } from '../../rules/pkce.ts'
import { userOfIdentity } from '../domain/sso/identities.ts'
import { createAuthenticator } from './authenticator.test-kit.ts'
import { appCode, pendingSecret, setPolicy } from './mfa.test-kit.ts'
import { openFlows } from './oauth.test-kit.ts'
import {
  byPassword,
  byText,
  cookieOf,
  expectOk,
  isSignedIn,
  OWNER,
  type Planted,
  PUBLIC_POLICY,
  post,
  provePhone,
  registerOptions,
  STRANGER_PASSWORD,
  STRANGER_PHONE,
} from './pre-hijack.test-kit.ts'
import { ACCOUNT_WAYS, type Probe } from './pre-hijack-accounts.test-kit.ts'

const NEW_TOKEN = { description: 'script', expiresInMinutes: null }

const enrollApp = async ({ kit, userId, token }: Planted): Promise<string> => {
  await post(kit, mfa.startEnroll.path, {}, { token })
  const secret = await pendingSecret(kit, userId)
  expectOk(await post(kit, mfa.verifyEnroll.path, { token: await appCode(kit, secret) }, { token }))
  return secret
}

/** Verifies the second factor after a sign-in with the planted password. */
const withApp = async ({ kit }: Planted, secret: string) => {
  const { mfaToken } = (await kit.login(OWNER, STRANGER_PASSWORD)).body
  kit.time.now += 30_000
  const body = { mfaToken, value: await appCode(kit, secret), rememberDevice: true }
  return post(kit, mfaLogin.verifyCode.path, body)
}

/** Ways in which a stranger prepares an account for its owner, each with a probe of whether they can return. */
export const WAYS: Readonly<Record<string, (planted: Planted) => Promise<Probe>>> = {
  'a password':
    async ({ kit }) =>
    () =>
      byPassword(kit, STRANGER_PASSWORD),
  'a session':
    async ({ kit, cookie, token }) =>
    async () =>
      (await isSignedIn(kit, token)) || (await kit.refresh(cookie)).status === 200,
  'an authorization code': async ({ kit, cookie, token }) => {
    const flows = openFlows(() => kit)
    const flow = { verifier: createVerifier(), cookie, token }
    const code = await flows.codeOf(flow)
    return async () => (await flows.exchange(code, flow.verifier)).status === 200
  },
  'an OAuth grant': async ({ kit, cookie, token }) => {
    const flows = openFlows(() => kit)
    const flow = { verifier: createVerifier(), cookie, token }
    const granted = await flows.exchange(await flows.codeOf(flow), flow.verifier)
    return async () => (await flows.refresh(granted.body.refresh_token)).status === 200
  },
  'a passkey': async (planted) => {
    const { kit, token } = planted
    const key = createAuthenticator()
    const challenge = (await registerOptions(planted)).challenge
    const attestation = { ...key.register(challenge), deviceType: 'Platform' }
    expectOk(await post(kit, passkeys.verifyDeviceRegistration.path, attestation, { token }))
    return async () => {
      const { challenge } = (await post(kit, login.webauthnPreLogin.path)).body.options
      return isSignedIn(kit, (await post(kit, login.webauthnPostLogin.path, key.sign(challenge))).body.accessToken)
    }
  },
  'a passkey whose registration is pending': async (planted) => {
    const { kit, token } = planted
    const key = createAuthenticator()
    const challenge = (await registerOptions(planted)).challenge
    const attestation = { ...key.register(challenge), deviceType: 'Platform' }
    return async () => (await post(kit, passkeys.verifyDeviceRegistration.path, attestation, { token })).status === 200
  },
  'an authenticator app': async (planted) => {
    const secret = await enrollApp(planted)
    return async () => isSignedIn(planted.kit, (await withApp(planted, secret)).body.accessToken)
  },
  'a remembered device': async (planted) => {
    const device = cookieOf(await withApp(planted, await enrollApp(planted)), 'fe_device')
    return () => byPassword(planted.kit, STRANGER_PASSWORD, device)
  },
  'a sign-in that waits for its second factor': async ({ kit, userId }) => {
    await setPolicy(kit, 'mfa', { enforceMFAType: 'Force' })
    const { mfaToken } = (await kit.login(OWNER, STRANGER_PASSWORD)).body
    const secret = await pendingSecret(kit, userId)
    await kit.store.policies.delete({ kind: 'mfa' })
    return async () => {
      const body = { mfaToken, token: await appCode(kit, secret) }
      return isSignedIn(kit, (await post(kit, mfaLogin.enrollAuthenticator.path, body)).body.accessToken)
    }
  },
  'a phone number for quick login': async (planted) => {
    await provePhone(planted, STRANGER_PHONE)
    return () => byText(planted.kit, STRANGER_PHONE)
  },
  'a phone number whose code is pending': async ({ kit, token }) => {
    const asked = await post(kit, quickPhone.setPhoneNumber.path, { phoneNumber: STRANGER_PHONE }, { token })
    const body = { changePhoneId: expectOk(asked).body.changePhoneId, code: kit.lastCode('sms') }
    return async () => {
      await post(kit, quickPhone.verifyPhoneNumberChange.path, body, { token })
      return byText(kit, STRANGER_PHONE)
    }
  },
  'an access token': async ({ kit, token }) => {
    const { secret } = expectOk(await post(kit, tokensUser.createAccessToken.path, NEW_TOKEN, { token })).body
    return () => isSignedIn(kit, secret)
  },
  'client credentials': async ({ kit, token }) => {
    await setPolicy(kit, 'public-policy', { ...PUBLIC_POLICY, machineToMachineAuthStrategy: 'ClientCredentials' })
    const made = await post(kit, tokensUser.createClientCredential.path, NEW_TOKEN, { token })
    const { clientId, secret } = expectOk(made).body
    return async () => {
      const { accessToken } = (await post(kit, apiTokens.exchangeApiToken.path, { clientId, secret })).body
      return isSignedIn(kit, accessToken)
    }
  },
  'a linked social account': async ({ kit, userId }) => {
    const linked = { provider: 'social:google', subject: 'stranger' }
    const at = { createdAt: kit.time.now, lastUsedAt: kit.time.now }
    await kit.store.identities.insert({ ...linked, ...at, id: 'linked', userId, email: 'stranger@evil.test' })
    return async () => (await userOfIdentity(kit.ports, linked))?.id === userId
  },
  ...ACCOUNT_WAYS,
}
