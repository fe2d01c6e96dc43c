import { CookieJar } from 'tough-cookie'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'POST'])
const SAFE_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)/
const SAFE_HEADERS = new Set(['accept', 'accept-language', 'content-language', 'content-type'])

const listOf = (headers, name) =>
  (headers.get(name) ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())

const isUnsafe = ([name, value]) => !SAFE_HEADERS.has(name) || (name === 'content-type' && !SAFE_TYPES.test(value))

/**
 * Creates the `fetch` of a script on a page at `origin`, with the rules of the Fetch standard about other origins: a
 * preflight if one is required, and a failure if the response isn't shared with the page.
 */
export const fetchAs =
  (origin, fetchIt = globalThis.fetch) =>
  async (input, init = {}) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.origin === origin) return fetchIt(request)
    const assertShared = ({ headers }, step) => {
      const shared = headers.get('access-control-allow-origin')
      const isShared = shared === origin || (shared === '*' && request.credentials !== 'include')
      if (!isShared) throw new TypeError(`${request.method} ${url.href}: the ${step} isn't shared with ${origin}`)
    }
    const unsafe = [...request.headers].filter(isUnsafe).map(([name]) => name)
    if (unsafe.length > 0 || !SAFE_METHODS.has(request.method)) {
      const asked = await fetchIt(url, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': request.method,
          'access-control-request-headers': unsafe.join(','),
        },
      })
      assertShared(asked, 'preflight')
      const allowed = listOf(asked.headers, 'access-control-allow-headers')
      const refused = unsafe.filter((name) => !allowed.includes(name))
      if (!asked.ok || refused.length > 0)
        throw new TypeError(`${request.method} ${url.href}: the preflight refused ${refused.join(', ')}`)
    }
    request.headers.set('origin', origin)
    const response = await fetchIt(request)
    assertShared(response, 'response')
    return response
  }

/** Creates a `fetch` that keeps cookies, like a browser for requests with credentials. */
export const fetchWithCookies = (jar = new CookieJar()) => {
  const send = globalThis.fetch
  return async (input, init) => {
    const request = new Request(input, init)
    const isWithCookies = request.credentials === 'include'
    const cookie = isWithCookies ? await jar.getCookieString(request.url) : ''
    if (cookie) request.headers.set('cookie', cookie)
    const response = await send(request)
    if (isWithCookies)
      for (const each of response.headers.getSetCookie()) await jar.setCookie(each, request.url, { ignoreError: true })
    return response
  }
}
