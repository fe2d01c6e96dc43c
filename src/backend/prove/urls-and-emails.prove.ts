import { urlOf } from '../../http/call-url.ts'
import { blockedRoutes } from '../../navigation/auth-route.ts'
import type { SocialWay } from '../../parts/social/social.state.ts'
import { socialUrl } from '../../parts/social/social-url.ts'
import { DEFAULT_ROUTES } from '../../rules/auth-routes.ts'
import { safeRedirectUrl } from '../../rules/redirect-url.ts'
import { redirectValues } from '../../rules/redirect-values.test-kit.ts'
import { safeServerUrl } from '../../rules/server-url.ts'
import { report, scaled } from './report.test-kit.ts'

const API = 'https://api.test'
const pageUrl = new URL('https://app.test/account/login')

/** Uses 300 hostile values as base, path and path parameter; every accepted one must stay on its base. */
const bearer = () => {
  const values = redirectValues(300)
  let elsewhere = 0
  let accepted = 0
  const tryOne = (origin: string | undefined, build: () => URL) => {
    try {
      const url = build()
      accepted += 1
      if (origin !== undefined && url.origin !== origin) elsewhere += 1
    } catch {
      // Refused: nothing is sent.
    }
  }
  for (const value of values) {
    tryOne(API, () => urlOf({ baseUrl: API, template: value, pageUrl }))
    tryOne(API, () => urlOf({ baseUrl: API, template: '/users/{id}', path: { id: value }, pageUrl }))
    tryOne(API, () => urlOf({ baseUrl: API, template: '/x/{id}', path: { id: value }, spans: true, pageUrl }))
    // A base with a plain host is the caller's choice; any other must be refused.
    const plain = /^(?:https?:)\/\/([^/?#@\\\s]+)(?:[/?#]|$)/i.exec(value)?.[1]
    tryOne(plain && URL.canParse(`https://${plain}`) ? undefined : pageUrl.origin, () =>
      urlOf({ baseUrl: value, template: '/users', pageUrl }),
    )
  }
  report({
    row: 17,
    wanted: '300 hostile path and base values: 0 Authorization headers elsewhere',
    reached: `${values.length} values in 4 places: ${elsewhere} addresses elsewhere (${accepted} accepted at home)`,
    ok: elsewhere === 0,
  })
}

const redirects = () => {
  const rules = {
    pageUrl,
    allowedOrigins: ['https://ok.test', 'https://ok.test:8443/path', 'javascript:alert(1)'],
    blockedPaths: blockedRoutes(DEFAULT_ROUTES),
  }
  const permitted = ['https://app.test', 'https://ok.test', 'https://ok.test:8443']
  const values = redirectValues(scaled(10_000))
  const targets = values.flatMap((value) => safeRedirectUrl(value, rules) ?? [])
  const off = targets.filter(({ origin }) => !permitted.includes(origin))
  report({
    row: 18,
    wanted: '10,000 fuzzed values: 0 off-origin',
    reached: `${values.length} values, ${targets.length} accepted, ${off.length} off-origin`,
    ok: off.length === 0 && targets.length > 0,
  })
}

const SCHEMES = [
  'javascript',
  'data',
  'vbscript',
  'blob:https',
  'file',
  'about',
  'view-source:https',
  'intent',
  'ftp',
  'ws',
]
const AROUND = [
  (scheme: string) => `${scheme}://evil.test/%0aalert(1)`,
  (scheme: string) => `${scheme.toUpperCase()}:alert(1)`,
  (scheme: string) => ` ${scheme}://evil.test`,
  (scheme: string) => `${scheme.slice(0, 2)}\t${scheme.slice(2)}:alert(1)`,
  (scheme: string) => `\u0000${scheme}:alert(1)`,
  (scheme: string) => `${scheme}:evil.test:443/`,
]

/** Checks the places that accept a URL from the server: 302 texts, single sign-on, social logins. */
const handedOver = () => {
  const texts = SCHEMES.flatMap((scheme) => AROUND.map((around) => around(scheme)))
  const pkce = { state: 's', challenge: 'c' }
  const start = {
    pkce,
    redirectUri: `${pageUrl.origin}/account/social/success`,
    pageUrl,
    settings: { api: { baseUrl: API } },
  }
  const way = (at: SocialWay['start']): SocialWay => ({ id: 'x', label: 'X', mark: 'custom', logo: null, start: at })
  const places: Record<string, (text: string) => URL | undefined> = {
    '302 text and single sign-on': (text) => safeServerUrl(text, { pageUrl }),
    'social login below the API': (path) => socialUrl({ ...start, way: way({ kind: 'api', path }) }),
    'social login at a provider': (address) =>
      socialUrl({ ...start, way: way({ kind: 'provider', authorizationUrl: address, clientId: 'c', scope: 's' }) }),
    redirectUrl: (text) => safeRedirectUrl(text, { pageUrl }),
  }
  const bad = Object.values(places).flatMap((place) =>
    texts.flatMap((text) => {
      const url = place(text)
      // A URL without a scheme is a path of this page or of the API, and harmless.
      return url && !['https:', 'http:'].includes(url.protocol) ? [text] : []
    }),
  )
  const foreign = texts.filter((text) => {
    const url = places['social login below the API']?.(text)
    return url && url.origin !== API
  })
  report({
    row: 19,
    wanted: '60 texts per place: 0 script runs',
    reached: `${texts.length} texts in ${Object.keys(places).length} places: ${bad.length} script addresses, ${foreign.length} off the API`,
    ok: bad.length === 0 && foreign.length === 0,
  })
}

bearer()
redirects()
handedOver()
