import type { social } from '../../contract/login.ts'
import type { CustomSocialProvider, SocialConfig, SocialLoginResponse } from '../../entities/social.ts'
import { appCallback } from '../call/app-links.ts'
import { MAX_CODE_LENGTH, MAX_METADATA_LENGTH, MAX_URL_LENGTH, optionalText, text } from '../call/read.ts'
import { Refusal, unauthorized } from '../call/refusal.ts'
import { LOGIN_PER_NETWORK, takeNetworkTry } from '../domain/base/limits/limits.ts'
import { sessionResponse } from '../domain/identity/access/elevate-session.ts'
import { reread, signIn } from '../domain/identity/access/sessions.ts'
import { assertAllowedRedirect } from '../domain/oauth/redirects.ts'
import { finishSocialLink } from '../domain/self-service/social-accounts.ts'
import type { CustomSocialSetting } from '../domain/settings/custom-social-providers.ts'
import type { SocialSetting } from '../domain/settings/social-providers.ts'
import { settleSocial, socialNonce, socialPath } from '../domain/sso/social.ts'
import { customSettings, type SocialTarget, socialSettings, socialTarget } from '../domain/sso/social-providers.ts'
import { BY_FEDERATION } from '../domain/sso/sso.ts'
import { byCookie, type Call, type Handlers, open, signedIn } from '../http/handler.ts'
import type { ForeignIdentity } from '../ports/sso.ts'
import type { Ports } from '../ports.ts'
import { jsonOf } from '../store/json-text.ts'

const callbackOf = (ports: Ports): string => appCallback(ports.config, 'socialLoginCallbackUrl')

const toConfig = (ports: Ports, setting: SocialSetting): SocialConfig => ({
  type: setting.type,
  clientId: setting.clientId,
  redirectUrl: callbackOf(ports),
  backendRedirectUrl: null,
  active: setting.active,
  authorizationUrl: socialPath(setting.type),
  options: {},
  customised: setting.customised,
  additionalScopes: setting.additionalScopes,
})

const toCustom = (ports: Ports, setting: CustomSocialSetting): CustomSocialProvider => ({
  id: setting.id,
  type: 'custom',
  clientId: setting.clientId,
  redirectUrl: callbackOf(ports),
  redirectUrlPattern: callbackOf(ports),
  authorizationUrl: setting.authorizationUrl,
  userInfoUrl: setting.userInfoUrl,
  scopes: setting.scopes,
  ssoLogoUrl: setting.ssoLogoUrl,
  displayName: setting.displayName,
  active: setting.active,
})

const listV2 = async ({ ports }: { ports: Ports }): Promise<SocialConfig[]> =>
  (await socialSettings(ports)).filter(({ active }) => active).map((setting) => toConfig(ports, setting))

type PostLogin = Call<(typeof social)['loginWithSocialProvider']>

const prove = async (call: PostLogin, target: SocialTarget): Promise<ForeignIdentity> => {
  const { ports, query } = call
  const redirectUri = optionalText(query.redirectUri, 'redirectUri', MAX_URL_LENGTH) ?? callbackOf(ports)
  assertAllowedRedirect(ports.config, redirectUri)
  const state = text(query.state, 'state')
  const codeVerifier = optionalText(query.code_verifier, 'code_verifier')
  const identity = await ports.oidc
    .exchange(target.provider, {
      code: text(query.code, 'code', MAX_CODE_LENGTH),
      redirectUri,
      state,
      ...(codeVerifier && { codeVerifier }),
      ...(target.hasNonce && { nonce: await socialNonce(ports, state) }),
    })
    .catch((error: unknown) => {
      ports.log.warn('A social provider could not be reached', error)
      throw new Refusal(502, [`We can’t reach ${target.label} right now. Try again in a moment.`])
    })
  if (!identity) throw unauthorized(`${target.label} didn’t confirm this sign-in. Start again.`)
  return identity
}

/** The responses contain no token of the session: the client refreshes, as the contract requires. */
export const socialHandlers = {
  getSocialProvidersV1: open(async ({ ports }) =>
    (await listV2({ ports })).map(({ type, clientId, redirectUrl, active }) => ({
      type,
      clientId: clientId ?? '',
      redirectUrl,
      active,
    })),
  ),
  getSocialProvidersV2: open(listV2),
  getSocialProvidersV2Authenticated: signedIn(listV2),
  getCustomSocialProviders: open(async ({ ports }) => ({
    providers: (await customSettings(ports)).filter(({ active }) => active).map((setting) => toCustom(ports, setting)),
  })),
  loginWithSocialProvider: byCookie(async (call) => {
    const { ports, path, body, caller } = call
    await takeNetworkTry({ ports, caller }, LOGIN_PER_NETWORK)
    const target = await socialTarget(ports, path.provider)
    const invitationToken = optionalText(body.invitationToken, 'invitationToken')
    const metadata = JSON.stringify(jsonOf(optionalText(body.metadata, 'metadata', MAX_METADATA_LENGTH) ?? '{}'))
    const identity = await prove(call, target)
    const linked = await finishSocialLink(call, { target, identity, state: text(call.query.state, 'state') })
    const { user, isNewUser } = linked
      ? { ...linked, isNewUser: false }
      : await settleSocial(call, { target, identity, invitationToken, metadata })
    const session = linked
      ? await sessionResponse(call, user, linked.session)
      : await signIn(call, await reread(ports, user), { amr: BY_FEDERATION })
    const who = { email: user.email, name: user.name, userId: user.id, isNewUser }
    const response: SocialLoginResponse = {
      ...session,
      ...who,
      tenantId: session.tenantId ?? user.tenantId,
      accessToken: session.accessToken ?? '',
    }
    return response
  }),
} satisfies Handlers<typeof social>
