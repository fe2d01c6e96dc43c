import type { SocialProvider } from '../../../entities/social.ts'
import { notFound } from '../../call/refusal.ts'
import type { OidcProvider } from '../../ports/sso.ts'
import type { Ports } from '../../ports.ts'
import { type CustomSocialSetting, customSocialProvidersSetting } from '../settings/custom-social-providers.ts'
import { type SocialSetting, socialProvidersSetting } from '../settings/social-providers.ts'
import { openVendorSecret } from '../settings/vendor-secret.ts'

/** A provider and the parameters of its sign-in. */
export interface SocialTarget {
  /** The key in identities. */
  key: string
  /** The name that users know. */
  label: string
  provider: OidcProvider
  scope: string
  prompt: string | undefined
  /** Whether sign-ins always start here, so that the nonce is ours. */
  hasNonce: boolean
}

interface Known {
  label: string
  scope: string
  issuer?: string
  endpoints?: NonNullable<OidcProvider['endpoints']>
}

const OPENID = 'openid email profile'

/** Names, scopes, and endpoints of the seven built-in providers. */
const KNOWN: Readonly<Record<SocialProvider, Known>> = {
  google: { label: 'Google', scope: OPENID, issuer: 'https://accounts.google.com' },
  microsoft: { label: 'Microsoft', scope: OPENID, issuer: 'https://login.microsoftonline.com/common/v2.0' },
  apple: { label: 'Apple', scope: 'openid email name', issuer: 'https://appleid.apple.com' },
  slack: { label: 'Slack', scope: OPENID, issuer: 'https://slack.com' },
  linkedin: { label: 'LinkedIn', scope: OPENID, issuer: 'https://www.linkedin.com/oauth' },
  github: {
    label: 'GitHub',
    scope: 'read:user user:email',
    endpoints: {
      authorization: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      userInfo: 'https://api.github.com/user',
      emails: 'https://api.github.com/user/emails',
    },
  },
  facebook: {
    label: 'Facebook',
    scope: 'email public_profile',
    endpoints: {
      authorization: 'https://www.facebook.com/v21.0/dialog/oauth',
      token: 'https://graph.facebook.com/v21.0/oauth/access_token',
      userInfo: 'https://graph.facebook.com/me?fields=id,name,email',
    },
  },
}

export const SOCIAL_PROVIDERS = Object.keys(KNOWN) as SocialProvider[]

export const socialSettings = async (ports: Ports): Promise<SocialSetting[]> =>
  (await socialProvidersSetting.ofVendor(ports.store)).providers

export const customSettings = async (ports: Ports): Promise<CustomSocialSetting[]> =>
  (await customSocialProvidersSetting.ofVendor(ports.store)).providers

const targetOf = async (ports: Ports, setting: SocialSetting): Promise<SocialTarget> => {
  const { label, scope, issuer, endpoints } = KNOWN[setting.type]
  const { clientId } = setting
  const clientSecret = await openVendorSecret(ports, setting.clientSecret, setting.clientSecretReference)
  const place = setting.issuer
    ? { issuer: setting.issuer }
    : { ...(issuer && { issuer }), ...(endpoints && { endpoints }) }
  const base = setting.issuer ? OPENID : scope
  return {
    key: `social:${setting.type}`,
    label,
    provider: { clientId, clientSecret, ...place },
    scope: [...new Set([...base.split(' '), ...setting.additionalScopes])].join(' '),
    prompt: setting.prompt,
    hasNonce: place.issuer !== undefined,
  }
}

const customTarget = async (ports: Ports, setting: CustomSocialSetting): Promise<SocialTarget> => {
  const clientSecret = await openVendorSecret(ports, setting.clientSecret, setting.clientSecretReference)
  const { clientId, issuer, authorizationUrl, tokenUrl, userInfoUrl } = setting
  const endpoints = { authorization: authorizationUrl, token: tokenUrl ?? authorizationUrl, userInfo: userInfoUrl }
  return {
    key: `social:custom:${setting.id}`,
    label: setting.displayName,
    provider: { clientId, clientSecret, ...(issuer ? { issuer } : { endpoints }) },
    scope: setting.scopes,
    prompt: undefined,
    // The browser may have started the sign-in without us.
    hasNonce: false,
  }
}

/** Returns the names that users know, by the keys in identities. */
export const socialLabels = async (ports: Ports): Promise<ReadonlyMap<string, string>> =>
  new Map([
    ...SOCIAL_PROVIDERS.map((type) => [`social:${type}`, KNOWN[type].label] as const),
    ...(await customSettings(ports)).map(({ id, displayName }) => [`social:custom:${id}`, displayName] as const),
  ])

/** Returns the active provider of this name: a built-in one, or a custom one by its id. */
export const socialTarget = async (ports: Ports, name: string): Promise<SocialTarget> => {
  const setting = (await socialSettings(ports)).find(({ type, active }) => active && type === name)
  if (setting) return targetOf(ports, setting)
  const custom = (await customSettings(ports)).find(({ id, active }) => active && id === name)
  if (custom) return customTarget(ports, custom)
  throw notFound('This sign-in provider isn’t available.')
}
