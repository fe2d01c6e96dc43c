import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { CookieJar } from 'tough-cookie'
import { login } from '../../src/contract/login.ts'

const MAX_REDIRECTS = 20
const LOGIN_PAGE = '/oauth/account/login'
const FORM = 'application/x-www-form-urlencoded'

/**
 * Returns whether a redirect repeats the form: only 307 and 308 do; after others a browser continues with GET (Fetch
 * §4.4).
 */
const isRepeated = (status) => status === 307 || status === 308

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }
const decode = (text) => text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name) => ENTITIES[name])
const attribute = (tag, name) => {
  const found = new RegExp(`\\s${name}="([^"]*)"|\\s${name}='([^']*)'`, 'i').exec(tag)
  return found ? decode(found[1] ?? found[2]) : undefined
}

/**
 * Creates a browser without scripts for these flows: it keeps cookies, follows redirects and submits forms. It signs in
 * on our login page with the same call as the login box.
 *
 * @example
 * const browser = createBrowser()
 * const page = await browser.open(`${app}/login`)
 * const done = await browser.signIn(page, 'ada@acme.test', password)
 */
export const createBrowser = () => {
  const jar = new CookieJar()

  /** Sends one request and doesn't follow its redirect. */
  const send = async (url, { method = 'GET', headers = {}, body } = {}) => {
    const cookie = await jar.getCookieString(url.href)
    const navigation = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    // Omits the headers that `fetch` adds to all requests, which show that a script sent them.
    const sent = httpRequest(url, { method, headers: { ...navigation, ...headers, ...(cookie && { cookie }) } })
    sent.end(body)
    const [response] = await once(sent, 'response')
    for (const each of response.headers['set-cookie'] ?? []) await jar.setCookie(each, url.href, { ignoreError: true })
    return { status: response.statusCode, headers: response.headers, text: await text(response) }
  }

  /** Resolves with the page at the end of the redirects; `visited` has every URL on the way. */
  const open = async (start, init = {}) => {
    let url = new URL(start)
    let request = init
    const visited = []
    for (let count = 0; count < MAX_REDIRECTS; count += 1) {
      visited.push(url.href)
      const response = await send(url, request)
      const { location } = response.headers
      if (!location || response.status < 300 || response.status > 399) return { ...response, url, visited }
      url = new URL(location, url)
      if (!isRepeated(response.status)) request = {}
    }
    throw new Error(`More than ${MAX_REDIRECTS} redirects:\n${visited.join('\n')}`)
  }

  const postForm = (url, fields, from) =>
    open(url, {
      method: 'POST',
      headers: { 'content-type': FORM, origin: new URL(from).origin },
      body: String(new URLSearchParams(fields)),
    })

  /** Submits the first form of a page; `filled` is added to its values. */
  const submit = (page, filled = {}) => {
    const [, form = '', inside = ''] = /(<form[^>]*>)([\s\S]*?)<\/form>/i.exec(page.text) ?? []
    assert.ok(form, `No form at ${page.url.href}:\n${page.text}`)
    const inputs = [...inside.matchAll(/<(?:input|button)\b[^>]*>/gi)].map(([tag]) => tag)
    const fields = inputs
      .map((tag) => [attribute(tag, 'name'), attribute(tag, 'value') ?? ''])
      .filter(([name]) => name !== undefined)
    const all = { ...Object.fromEntries(fields), ...filled }
    return postForm(new URL(attribute(form, 'action') ?? '', page.url), all, page.url)
  }

  /** Calls the API like a script on a page of `origin`. */
  const call = (url, body, { origin = new URL(url).origin, headers = {} } = {}) =>
    send(new URL(url), {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        origin,
        'sec-fetch-mode': 'cors',
        'sec-fetch-dest': 'empty',
        ...headers,
      },
      body: JSON.stringify(body),
    })

  /** Enters the password on our login page, and follows its redirects. */
  const signIn = async (page, email, password) => {
    assert.deepEqual([page.status, page.url.pathname], [200, LOGIN_PAGE], `${page.visited.join('\n')}\n${page.text}`)
    assert.match(page.text, /fe\.init\(/)
    const response = await call(new URL(login.login.path, page.url), { email, password })
    assert.equal(response.status, 200, response.text)
    return open(new URL(page.url.searchParams.get('redirectUrl'), page.url))
  }

  return { send, call, open, postForm, submit, signIn }
}
