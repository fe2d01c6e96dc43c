import type { CustomSocialProvider, SocialConfig, SocialProvider } from '../../entities/social.ts'
import type { SocialWay } from './social.state.ts'

/** In the order in which they are drawn. */
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

/** Where the seven start a sign-in, for backends that hand over a client id alone. */
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

/** A relative URL is the API's, as for the seven. */
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

/** What is offered, in a fixed order; the vendor's own providers come last. */
export const socialList = (named: readonly SocialConfig[], custom: readonly CustomSocialProvider[]): SocialWay[] => [
  ...named.flatMap(namedWay).sort((left, right) => place(left) - place(right)),
  ...custom.flatMap(customWay),
]
