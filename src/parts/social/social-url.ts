import type { AppSettings } from '../../feature/settings.ts'
import { urlOf } from '../../http/call-url.ts'
import type { Pkce } from '../../rules/pkce.ts'
import { safeServerUrl } from '../../rules/server-url.ts'
import type { SocialWay } from './social.state.ts'

interface SocialStart {
  way: SocialWay
  pkce: Pick<Pkce, 'state' | 'challenge'>
  redirectUri: string
  pageUrl: URL
  settings: Pick<AppSettings, 'api'>
}

const withQuery = (url: URL, query: Readonly<Record<string, string>>): URL => {
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** Returns the URL of an API path, always on the API's own origin. */
const apiUrl = (text: string, { pageUrl, settings }: SocialStart): URL | undefined => {
  const [template = '', search = ''] = text.split('?', 2)
  if (!settings.api || /[{}#]/.test(text)) return undefined
  try {
    const url = urlOf({ ...settings.api, template, pageUrl })
    for (const [name, value] of new URLSearchParams(search)) url.searchParams.append(name, value)
    return url
  } catch {
    return undefined
  }
}

/** Returns the URL to sign in at a provider, or `undefined` if it isn't safe. */
export const socialUrl = (given: SocialStart): URL | undefined => {
  const { way, pkce, redirectUri, pageUrl } = given
  const proof = { state: pkce.state, code_challenge: pkce.challenge, code_challenge_method: 'S256' }
  if (way.start.kind === 'api') {
    const url = apiUrl(way.start.path, given)
    return url && withQuery(url, { redirectUri, ...proof })
  }
  const { authorizationUrl, clientId, scope } = way.start
  const url = safeServerUrl(authorizationUrl, { pageUrl })
  const query = { client_id: clientId, response_type: 'code', redirect_uri: redirectUri, scope, ...proof }
  return url && withQuery(url, query)
}
