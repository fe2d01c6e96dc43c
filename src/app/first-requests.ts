import type { AnyEndpoint } from '../contract/endpoint.ts'
import { portal } from '../contract/portal.ts'
import { social } from '../contract/social.ts'
import { urlOf } from '../http/call-url.ts'
import { headersOf } from '../http/headers.ts'
import type { HttpOptions } from '../http/options.ts'
import { queryOf } from '../http/query.ts'
import { createStorage } from '../kernel/storage.ts'
import { USER_ID_KEY } from '../kernel/user-id-key.ts'
import { isHosted, isPreview } from './base-url.ts'
import type { InitOptions } from './options.ts'

type Metadata = HttpOptions['metadataHeaders']

/** What no one has asked for by then is not wanted any more: a later call gets a response of its own. */
const KEPT_MS = 10_000
/** The form waits this long at most, so that what is shown with it follows closely where the API takes 400 ms. */
const HELD_MS = 250
const LOGIN_URL = '/account/login'

const keyOf = ({ method, url, headers, credentials }: Request): string =>
  JSON.stringify([method, url, credentials, ...headers])

/** Headers and query that only the host's functions know can't be sent before the transport is here. */
const areCallsKnown = ({ contextOptions: context = {} }: InitOptions): boolean =>
  !context.tenantResolver &&
  !context.tokenResolver &&
  !context.additionalHeadersResolver &&
  !context.additionalQueryParamsResolver &&
  typeof context.baseUrl === 'string' &&
  !/tenantId=/.test(location.href)

/** A remembered user waits for the session instead of the form, and so does a link into the portal. */
const isFormExpected = ({ authOptions, customLoginBox }: InitOptions): boolean => {
  if (customLoginBox || createStorage('local').get(USER_ID_KEY) || location.hash.includes('/admin-box')) return false
  if (document.querySelector('fe-login-box')) return true
  const loginUrl = authOptions?.routes?.loginUrl || LOGIN_URL
  return [location.pathname, location.hash.replace(/\?.*/, '')].some((path) =>
    path.replace(/\/$/, '').endsWith(loginUrl),
  )
}

const requestsOf = (options: InitOptions): Request[] => {
  const { baseUrl = '', urlPrefix, requestCredentials, metadataHeaders } = options.contextOptions ?? {}
  const requestOf = (endpoint: AnyEndpoint, query?: Record<string, string>) => {
    const url = urlOf({ baseUrl, urlPrefix, pageUrl: new URL(location.href), template: endpoint.path })
    url.search = queryOf(query).toString()
    const source = {
      requestSource: () => 'login-box' as const,
      metadataHeaders: metadataHeaders as Metadata,
      log: { warn() {} },
    }
    const headers = headersOf(endpoint, source, undefined, [])
    return new Request(url, { method: endpoint.method, headers, credentials: requestCredentials ?? 'include' })
  }
  return [
    requestOf(portal.getVendorPublicPolicy),
    requestOf(portal.getAuthStrategiesPublic),
    requestOf(portal.getVendorPublicInfo),
    ...(isFormExpected(options)
      ? [requestOf(social.getSocialProvidersV2), requestOf(social.getCustomSocialProviders)]
      : []),
    requestOf(portal.getFeatureFlags),
    ...(options.metadata ? [] : [requestOf(portal.getPortalMetadata, { entityName: 'adminBox' })]),
  ]
}

const started = new Set<string>()

const send = (options: InitOptions): typeof fetch => {
  const sent = new Map<string, { response: Promise<Response>; life: AbortController }>()
  for (const request of requestsOf(options)) {
    const life = new AbortController()
    const response = fetch(request, { signal: life.signal }).then((received) => {
      // A body that no one reads would keep its request open, and a page that waits for an idle network waiting.
      received
        .clone()
        .arrayBuffer()
        .catch(() => {})
      return received
    })
    // Who asks for it gets the error.
    response.catch(() => {})
    sent.set(keyOf(request), { response, life })
  }
  setTimeout(() => {
    for (const { life } of sent.values()) life.abort()
    sent.clear()
  }, KEPT_MS)
  const fetchFirst: typeof fetch = (input, init) => {
    const key = input instanceof Request ? keyOf(input) : ''
    const { response, life } = sent.get(key) ?? {}
    if (!response || !life || !(input instanceof Request)) return fetch(input, init)
    // Each is used once: a later call wants what is true then.
    sent.delete(key)
    input.signal.addEventListener('abort', () => life.abort(input.signal.reason))
    return response
  }
  return Object.assign(fetchFirst, { heldUntil: performance.now() + HELD_MS })
}

/**
 * Sends what the app of these options is going to request first, while its code is still on the way: on a first visit
 * the first screen then waits for the slower one of the two, not for both. The transport uses the result as its `fetch`: a
 * request that is the same in method, URL, headers and credentials gets the response that is under way, every other one is
 * sent. `undefined` where the calls can't be known yet, or for the second `init` of a name, which starts nothing.
 */
export const sendFirstRequests = (options: InitOptions, name = 'default'): typeof fetch | undefined => {
  try {
    if (started.has(name) || isPreview(options) || isHosted(options) || !areCallsKnown(options)) return undefined
    started.add(name)
    return send(options)
  } catch {
    // `init` names what is wrong with the options.
    return undefined
  }
}
