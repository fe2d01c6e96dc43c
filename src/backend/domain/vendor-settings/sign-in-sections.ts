import type { MfaStrategies } from '../../../entities/mfa.ts'
import type { AuthStrategies, AuthStrategy, SecondaryStrategy } from '../../../entities/portal.ts'
import type { CustomSocialSetting } from '../settings/custom-social-providers.ts'
import type { SocialSetting } from '../settings/social-providers.ts'
import { SOCIAL_PROVIDERS } from '../sso/social-providers.ts'
import { described, flag, integer, list, maybeText, name, object, oneOf, secret, text, url, whole } from './schema.ts'
import { section } from './section.ts'

const authStrategy = oneOf<AuthStrategy>('EmailAndPassword', 'MagicLink', 'Code', 'NoLocalAuthentication', 'SmsCode')
const secondaryStrategy = oneOf<SecondaryStrategy>(
  'WebAuthnPlatform',
  'WebAuthnCrossPlatform',
  'SmsCode',
  'SmsCodeV2',
  'Passkeys',
)
const mfaStrategy = oneOf<MfaStrategies['strategies'][number]['strategy']>(
  'AuthenticatorApp',
  'WebAuthnPlatform',
  'WebAuthnCrossPlatform',
  'SMS',
  'EmailCode',
)

/** A field that is stored beside a secret and is not part of the file. */
type StoredOnly = 'clientSecretReference'

const socialProvider = object<Omit<SocialSetting, StoredOnly>>(
  {
    type: oneOf(...SOCIAL_PROVIDERS),
    active: flag,
    clientId: name,
    clientSecret: secret,
    issuer: url,
    customised: flag,
    additionalScopes: list(name),
    prompt: name,
  },
  ['type', 'active', 'clientId', 'clientSecret', 'customised', 'additionalScopes'],
)

const customProvider = object<Omit<CustomSocialSetting, StoredOnly>>(
  {
    id: name,
    displayName: name,
    active: flag,
    clientId: name,
    clientSecret: secret,
    scopes: text,
    ssoLogoUrl: maybeText,
    issuer: url,
    authorizationUrl: url,
    tokenUrl: url,
    userInfoUrl: url,
  },
  [
    'id',
    'displayName',
    'active',
    'clientId',
    'clientSecret',
    'scopes',
    'ssoLogoUrl',
    'authorizationUrl',
    'userInfoUrl',
  ],
)

export const signInSections = {
  waysToSignIn: section('auth-strategies', 'Ways to sign in that the login box shows', {
    mainAuthStrategies: described(
      list(whole<AuthStrategies['mainAuthStrategies'][number]>({ strategy: authStrategy })),
      'Ways of the first screen',
    ),
    secondaryAuthStrategies: described(
      list(whole<AuthStrategies['secondaryAuthStrategies'][number]>({ strategy: secondaryStrategy, isActive: flag })),
      'Further ways, such as passkeys',
    ),
  }),
  mfaStrategies: section('mfa-strategies', 'Second factors that users can enroll', {
    strategies: described(
      list(whole<MfaStrategies['strategies'][number]>({ strategy: mfaStrategy, isActive: flag })),
      'Each factor, and whether it is offered',
    ),
  }),
  signInPolicy: section('public-policy', 'Sign-up, and how users and machines sign in', {
    allowSignups: described(flag, 'Whether visitors can sign up'),
    allowNotVerifiedUsersLogin: described(flag, 'Whether users can sign in before they prove their email'),
    apiTokensEnabled: described(flag, 'Whether API tokens can be made'),
    forcePermissions: described(flag, 'Whether clients must enforce permissions'),
    authStrategy: described(authStrategy, 'The way to sign in; NoLocalAuthentication leaves providers alone'),
    machineToMachineAuthStrategy: described(
      oneOf('ClientCredentials', 'AccessToken'),
      'The kind of API tokens that the portal offers',
    ),
  }),
  socialProviders: section('social-providers', 'Social providers that users sign in with', {
    providers: described(list(socialProvider), 'The vendor’s client at each provider'),
  }),
  customSocialProviders: section('custom-social-providers', 'Providers that the vendor adds', {
    providers: described(list(customProvider), 'OpenID Connect by issuer, else OAuth 2.0'),
  }),
  captcha: section<'captcha', 'secretReference'>('captcha', 'Captcha at sign-in, sign-up and password reset', {
    enabled: described(flag, 'Whether it is on; a captcha without a service refuses everyone'),
    siteKey: described(text, 'Key of the widget'),
    verifyUrl: described(url, 'The `siteverify` call of reCAPTCHA, hCaptcha or Turnstile'),
    secret: described(secret, 'Secret of that call'),
    minScore: described({ type: 'number', minimum: 0, maximum: 1 }, 'Least score of a check without a question'),
  }),
  rememberDevice: section('remember-device', 'Browsers that skip the second factor for a while', {
    isAllowed: described(flag, 'Whether users can remember a browser'),
    seconds: described(integer({ min: 60, max: 31_536_000 }), 'How long, in seconds'),
  }),
}
