import { authorization } from '../../contract/authorization.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import type { Expected, Report } from './findings.ts'

const WELL_KNOWN = authorization.getProviderMetadata.path
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const
/** Loopback, private and link-local networks (RFC 1918, RFC 4193), and names without a dot. */
const INNER = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[(::1|f[cd]|fe80)|[^.[\]]+$)/i

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
const bare = (url: string): string => url.replace(/\/+$/, '')

const checkUrl = ({ add }: Report, value: string): URL | undefined => {
  if (!URL.canParse(value)) {
    add('discoveryMalformed', { found: value })
    return undefined
  }
  const url = new URL(value)
  if (url.protocol !== 'https:') add('httpUrl', { found: value })
  if (INNER.test(url.hostname)) add('innerUrl', { found: url.hostname })
  return url
}

/** Checks a discovery URL or an issuer without requesting it. */
export const checkDiscoveryUrl = (report: Report, text: string, { issuer }: Expected): void => {
  const url = checkUrl(report, text)
  if (!url) return
  const isDiscovery = url.pathname.endsWith(WELL_KNOWN)
  if (!isDiscovery && (/\.well-known|openid-configuration/.test(url.href) || url.search !== '' || url.hash !== '')) {
    report.add('discoveryUrl', { found: text, expected: WELL_KNOWN })
  }
  const found = bare(text.slice(0, isDiscovery ? -WELL_KNOWN.length : undefined))
  if (issuer && found !== bare(issuer)) report.add('discoveryIssuer', { found, expected: issuer })
}

const checkSupport = ({ add }: Report, document: Readonly<Record<string, unknown>>): void => {
  const has = (name: string) => Array.isArray(document[name])
  const lists = (name: string, wanted: string) => listOf(document[name]).includes(wanted)
  if (has('response_types_supported') && !lists('response_types_supported', 'code')) add('noCodeFlow')
  if (has('code_challenge_methods_supported') && !lists('code_challenge_methods_supported', 'S256')) add('noPkce')
  if (has('scopes_supported') && !lists('scopes_supported', 'email')) add('noEmailScope')
  const algorithms = listOf(document.id_token_signing_alg_values_supported)
  if (algorithms.length > 0 && !algorithms.some((each) => /^(RS|PS|ES|EdDSA)/.test(each))) {
    add('noSignedIdToken', { found: algorithms.join(', ') })
  }
}

/** Checks a discovery document (OpenID Connect Discovery 1.0 §3). */
export const checkDiscovery = (report: Report, text: string, expected: Expected): void => {
  const { add } = report
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    add('discoveryMalformed', { found: '' })
    return
  }
  if (!isRecord(document)) {
    add('discoveryMalformed', { found: '' })
    return
  }
  const { issuer } = document
  if (typeof issuer !== 'string' || issuer === '') add('noIssuer')
  else if (expected.issuer && bare(issuer) !== bare(expected.issuer)) {
    add('discoveryIssuer', { found: issuer, expected: expected.issuer })
  }
  for (const name of ENDPOINTS) {
    const url = document[name]
    if (typeof url !== 'string' || url === '') add('endpointMissing', { found: name })
    else checkUrl(report, url)
  }
  checkSupport(report, document)
}
