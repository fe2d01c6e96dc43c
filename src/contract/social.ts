import type { CustomSocialProvider, SocialConfig, SocialLoginResponse, SocialProviderV1 } from '../entities/social.ts'
import { endpoint } from './endpoint.ts'

interface SocialCallbackQuery {
  code?: string
  id_token?: string
  redirectUri?: string
  code_verifier?: string
  state?: string
}

export const social = {
  getSocialProvidersV1: endpoint<void, void, SocialProviderV1[]>()('GET', '/identity/resources/sso/v1'),
  getSocialProvidersV2: endpoint<void, void, SocialConfig[]>()('GET', '/identity/resources/sso/v2'),
  getSocialProvidersV2Authenticated: endpoint<void, void, SocialConfig[]>()(
    'GET',
    '/identity/resources/sso/v2/authenticated',
  ),
  getCustomSocialProviders: endpoint<void, void, { providers: CustomSocialProvider[] }>()(
    'GET',
    '/identity/resources/sso/custom/v1',
  ),
  loginWithSocialProvider: endpoint<
    SocialCallbackQuery,
    { metadata?: string; invitationToken?: string },
    SocialLoginResponse
  >()('POST', '/identity/resources/auth/v1/user/sso/{provider}/postlogin', { cookies: true }),
}
