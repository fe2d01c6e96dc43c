import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { FORM, hasType, isFromOwnPage, JSON_TYPE, sendHtml } from '../identity-provider/http.ts'
import { page } from '../identity-provider/login-page.ts'
import { escapeHtml } from '../server/html.ts'

/** A request that a webhook sent, and its result. */
export interface Delivery {
  id: string
  at: string
  method: string
  headers: IncomingHttpHeaders
  body: string
  result: Result
}

type Result = 'received' | 'failed' | 'hung' | 'redirected'

const PATH = /^\/hooks(?:\/([\w-]{1,50}))?(\.json)?$/
/** Number of deliveries kept per receiver, the newest ones; a demo has no disk for more. */
const KEPT = 100
const MAX_RECEIVERS = 50
const MAX_BODY = 1_000_000

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request) {
    length += part.length
    if (length > MAX_BODY) throw new Error('The body is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** `?fail=30` refuses the first 30 deliveries to a receiver; `hang` and `redirect` work in the same way. */
const resultFor = (query: URLSearchParams, earlier: number): Result => {
  const isDue = (name: string) => earlier < Number(query.get(name) ?? 0)
  if (isDue('hang')) return 'hung'
  if (isDue('redirect')) return 'redirected'
  return isDue('fail') ? 'failed' : 'received'
}

const respond = (response: ServerResponse, result: Result, path: string) => {
  // The sender gives up; the connection ends with this server.
  if (result === 'hung') return
  if (result === 'redirected') return response.writeHead(302, { location: path }).end()
  response.writeHead(result === 'failed' ? 500 : 204).end()
}

const sendJson = (response: ServerResponse, value: unknown) =>
  response
    .writeHead(200, { 'content-type': JSON_TYPE, 'cache-control': 'no-store' })
    .end(JSON.stringify(value, null, 2))

const deliveryItem = ({ at, method, headers, body, result }: Delivery): string => {
  const shown = Object.entries(headers)
    .filter(([name]) => /^(content-type|webhook-|x-)/.test(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  return `<h2>${method}, ${result}, ${at}</h2><pre>${escapeHtml(`${shown}\n\n${body}`)}</pre>`
}

const receiverPage = (name: string, deliveries: readonly Delivery[]): string => {
  const none = `<p>Nothing has arrived. Send webhooks to this URL; <code>?fail=3</code>, <code>?hang=3</code> or <code>?redirect=3</code> at its end refuses, never responds or redirects the first three.</p>`
  const clear = `<form method="post" action="/hooks/${name}"><button name="clear" value="yes">Clear</button></form>`
  const items = deliveries.map(deliveryItem).join('')
  return page(`Receiver ${name}`, `<h1>Receiver ${name}</h1>${deliveries.length > 0 ? clear + items : none}`)
}

const listPage = (receivers: ReadonlyMap<string, readonly Delivery[]>): string => {
  const items = [...receivers].map(([name, { length }]) => `<p><a href="/hooks/${name}">${name}</a>: ${length}</p>`)
  const none = '<p>Give a webhook a URL such as <code>/hooks/orders</code> of this server, then look here.</p>'
  return page('Webhook receivers', `<h1>Webhook receivers</h1>${items.join('') || none}`)
}

/**
 * Creates customers' servers that webhooks are sent to: each path below `/hooks/` lists its deliveries, newest first,
 * as a page or, with `.json` at its end, as JSON.
 */
export const createHooks = () => {
  const receivers = new Map<string, Delivery[]>()
  /** Number of deliveries to each receiver since it was cleared; fewer are kept. */
  const counts = new Map<string, number>()

  const receive = async (request: IncomingMessage, response: ServerResponse, name: string) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (!receivers.has(name) && receivers.size >= MAX_RECEIVERS)
      return sendHtml(response, page('Too many receivers', '<h1>Too many receivers</h1>'), 429)
    const body = await bodyOf(request)
    const earlier = counts.get(name) ?? 0
    const result = resultFor(searchParams, earlier)
    const { method = 'POST', headers } = request
    const delivery = { id: randomUUID(), at: new Date().toISOString(), method, headers, body, result }
    counts.set(name, earlier + 1)
    receivers.set(name, [delivery, ...(receivers.get(name) ?? [])].slice(0, KEPT))
    respond(response, result, pathname)
  }

  return {
    owns: (path: string) => PATH.test(path),
    async listener(request: IncomingMessage, response: ServerResponse) {
      const [, name, asJson] = PATH.exec((request.url ?? '/').split('?')[0] ?? '') ?? []
      if (!name) return asJson ? sendJson(response, [...receivers.keys()]) : sendHtml(response, listPage(receivers))
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      // A redirected delivery arrives as a GET, too, but only a browser that opens the page accepts HTML.
      if (isRead && asJson) return sendJson(response, receivers.get(name) ?? [])
      if (isRead && request.headers.accept?.includes('text/html'))
        return sendHtml(response, receiverPage(name, receivers.get(name) ?? []))
      if (request.method === 'POST' && hasType(request, FORM) && isFromOwnPage(request)) {
        receivers.delete(name)
        counts.delete(name)
        return response.writeHead(303, { location: `/hooks/${name}` }).end()
      }
      return receive(request, response, name)
    },
    /** Returns the requests that a receiver got, newest first. */
    deliveries: (name: string): readonly Delivery[] => receivers.get(name) ?? [],
  }
}
