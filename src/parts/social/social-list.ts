import type { CustomSocialProvider, SocialConfig, SocialProvider } from '../../entities/social.ts'
import type { SocialWay } from './social.state.ts'

/** Labels of the providers, in display order. */
const LABELS: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
  apple: 'Apple',
  github: 'GitHub',
  slack: 'Slack',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
}

const ORDER = Object.keys(LABELS) as SocialProvider[]

/** Authorization URLs of the seven providers, for backends that return only a client id. */
const AUTHORIZATION_URLS: Readonly<Record<SocialProvider, readonly [authorizationUrl: string, scope: string]>> = {
  google: ['https://accounts.google.com/o/oauth2/v2/auth', 'openid email profile'],
  microsoft: ['https://login.microsoftonline.com/common/oauth2/v2.0/authorize', 'openid email profile'],
  apple: ['https://appleid.apple.com/auth/authorize', 'openid'],
  github: ['https://github.com/login/oauth/authorize', 'read:user user:email'],
  slack: ['https://slack.com/openid/connect/authorize', 'openid email profile'],
  facebook: ['https://www.facebook.com/v21.0/dialog/oauth', 'email public_profile'],
  linkedin: ['https://www.linkedin.com/oauth/v2/authorization', 'openid email profile'],
}

const startOf = ({
  type,
  authorizationUrl,
  clientId,
  additionalScopes = [],
}: SocialConfig): SocialWay['start'] | undefined => {
  if (authorizationUrl) return { kind: 'api', path: authorizationUrl }
  if (!clientId) return undefined
  const [url, scope] = AUTHORIZATION_URLS[type]
  return { kind: 'provider', authorizationUrl: url, clientId, scope: [scope, ...additionalScopes].join(' ') }
}

const namedWay = (config: SocialConfig): SocialWay[] => {
  const start = config.active && Object.hasOwn(LABELS, config.type) ? startOf(config) : undefined
  return start ? [{ id: config.type, label: LABELS[config.type], mark: config.type, logo: null, start }] : []
}

/** Converts a custom provider. A relative URL is a path of the API, as for the seven named ones. */
const customWay = ({
  id,
  displayName,
  active,
  ssoLogoUrl,
  authorizationUrl,
  clientId,
  scopes,
}: CustomSocialProvider): SocialWay[] => {
  if (!active || !authorizationUrl) return []
  const start: SocialWay['start'] = authorizationUrl.startsWith('/')
    ? { kind: 'api', path: authorizationUrl }
    : { kind: 'provider', authorizationUrl, clientId, scope: scopes }
  return [{ id, label: displayName, mark: 'custom', logo: ssoLogoUrl, start }]
}

const place = ({ mark }: SocialWay) => ORDER.indexOf(mark as SocialProvider)

/** Returns the offered providers in a fixed order; custom providers come last. */
export const socialList = (named: readonly SocialConfig[], custom: readonly CustomSocialProvider[]): SocialWay[] => [
  ...named.flatMap(namedWay).sort((left, right) => place(left) - place(right)),
  ...custom.flatMap(customWay),
]
