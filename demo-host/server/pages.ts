import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import type { Store } from '../../src/backend/store/store.ts'
import type { Listener } from '../../src/serve/listen.ts'
import { createCaptchaService } from './captcha.ts'
import { createDocs } from './docs.ts'
import { createFrameworkPages } from './frameworks.ts'
import { createPlanSwitch } from './gates.ts'
import { type Attachment, readAttachment, readInbox } from './inbox.ts'
import { INBOX_POLICY, inboxPage } from './inbox-page.ts'
import { createSsr } from './ssr.ts'

/** The origins that the pages use. */
export interface Origins {
  host: string
  cdn: string
  api: string
  /** The foreign identity provider. */
  idp: string
}

const PAGES = [
  'script-tag',
  'esm',
  'hosted',
  'custom-element',
  'preview',
  'strict-csp',
  'hostile',
  'gates',
  'checkout',
  'cross-site',
  'pricing',
  'gallery',
]

/** Files other than pages, by media type. */
const ASSETS: Readonly<Record<string, string>> = { '.css': 'text/css', '.js': 'text/javascript' }

const FILES = ['/demo.css', '/gates.css', '/gates.js', '/gallery.css', '/gallery.js']

/** Returns the file of a page; `/script-tag/home` is the page after signing in on `/script-tag`. */
const fileOf = (path: string): string | undefined => {
  if (path === '/') return 'index.html'
  if (FILES.includes(path)) return path.slice(1)
  if (path === '/oauth/callback' || path.startsWith('/hosted/')) return 'hosted.html'
  if (path.startsWith('/account/')) return 'account.html'
  const name = path.replace(/\/home$/, '').slice(1)
  return PAGES.includes(name) ? `${name}.html` : undefined
}

const strictPolicy = (nonce: string, { api, idp }: Origins) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `connect-src ${api}`,
    `img-src ${api} data:`,
    // Allows the card form and the bank's page of the demo's payment provider; see `subscriptionsOptions` for Stripe's
    // own.
    `frame-src ${idp}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types front-entry',
  ].join('; ')

/** Returns the same server under a name that browsers treat as another site. */
export const onOtherSite = (origin: string, name: 'app' | 'api') => origin.replace('//localhost', `//${name}.localhost`)

/** Replaces the default ports, which the files contain so that they can be copied unchanged. */
const withOrigins = (text: string, { host, cdn, api, idp }: Origins) =>
  text
    .replaceAll('http://localhost:3000', host)
    .replaceAll('http://api.localhost:3002', onOtherSite(api, 'api'))
    .replaceAll('http://localhost:3001', cdn)
    .replaceAll('http://localhost:3002', api)
    .replaceAll('http://localhost:3003', idp)

const COMMON = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Pages with a login box can't be shown in a frame of another site. */
const FRAMELESS = "frame-ancestors 'self'"

const send = (response: ServerResponse, type: string, body: string, headers: Record<string, string> = {}) =>
  response.writeHead(200, { ...COMMON, 'content-type': `${type}; charset=utf-8`, ...headers }).end(body)

/** Sends an attachment, always as a download: the content of an email must never run on this origin. */
const sendAttachment = (response: ServerResponse, { fileName, type, content }: Attachment) => {
  const headers = {
    ...COMMON,
    'content-type': type,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  }
  response.writeHead(200, headers).end(content)
}

interface PagesSettings {
  store: Store
  /**
   * HTML for the head of the pages without a content security policy; a policy that allowed it would no longer be
   * strict.
   */
  addToPages?: string
}

/** Creates the demo site: plain files, the authentication routes, and the inbox. */
export const createPages = (folder: string, origins: Origins, { store, addToPages = '' }: PagesSettings): Listener => {
  const sendFile = async (response: ServerResponse, file: string) => {
    const nonce = randomBytes(16).toString('base64')
    const text = withOrigins(await readFile(join(folder, file), 'utf8'), origins).replaceAll('{{nonce}}', nonce)
    const type = ASSETS[extname(file)]
    if (type) return send(response, type, text)
    if (file === 'strict-csp.html')
      return send(response, 'text/html', text, { 'content-security-policy': strictPolicy(nonce, origins) })
    return send(response, 'text/html', text.replace('<head>', `<head>${addToPages}`))
  }
  const servedOnServer = createSsr(origins)
  const servedByCaptcha = createCaptchaService()
  const withOwnOrigins = (text: string) => withOrigins(text, origins)
  const servedByFrameworks = createFrameworkPages(withOwnOrigins)
  const servedByDocs = createDocs(withOwnOrigins)
  const servedByPlans = createPlanSwitch(store, origins.host)
  return async (request, response) => {
    // A page's own policy replaces this one.
    response.setHeader('content-security-policy', FRAMELESS)
    if (await servedOnServer(request, response)) return
    if (await servedByCaptcha(request, response)) return
    if (await servedByPlans(request, response)) return
    if (await servedByFrameworks(request, response)) return
    if (await servedByDocs(request, response)) return
    const { pathname, searchParams } = new URL(`${origins.host}${request.url ?? '/'}`)
    if (pathname === '/inbox.json') {
      const messages = await readInbox(store, searchParams.get('to'))
      return send(response, 'application/json', JSON.stringify(messages))
    }
    if (pathname === '/inbox') {
      const page = inboxPage(await readInbox(store, searchParams.get('to')))
      return send(response, 'text/html', page, {
        'content-security-policy': `${INBOX_POLICY}; ${FRAMELESS}`,
      })
    }
    const appOrigin = onOtherSite(origins.host, 'app')
    if (pathname === '/cross-site' && request.headers.host !== new URL(appOrigin).host) {
      return response.writeHead(302, { ...COMMON, location: `${appOrigin}${pathname}` }).end()
    }
    if (pathname === '/inbox/attachment') {
      const found = await readAttachment(store, searchParams)
      if (found) return sendAttachment(response, found)
    }
    const file = fileOf(pathname)
    if (file) return sendFile(response, file)
    return response.writeHead(404, { ...COMMON, 'content-type': 'text/plain' }).end('Not found')
  }
}
