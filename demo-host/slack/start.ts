import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { FORM, hasType, isFromOwnPage, readForm, sendHtml } from '../identity-provider/http.ts'
import { page } from '../identity-provider/login-page.ts'
import { escapeHtml } from '../server/html.ts'

/** Shared by both sides of the demo; useless anywhere else. */
export const SLACK_APP = { clientId: 'slack-demo-app', clientSecret: 'slack-demo-secret' }

interface SlackMessage {
  channel: string
  text: string
  at: string
}

const CHANNELS = [
  { id: 'C0GENERAL', name: 'general' },
  { id: 'C0SECURITY', name: 'security' },
  { id: 'C0RANDOM', name: 'random' },
]

const MAX_MESSAGES = 500

const authorizePage = (query: URLSearchParams): string =>
  page(
    'Slack stand-in',
    `<h1>Slack stand-in</h1><p>An app asks to post messages in the workspace “Demo workspace”.</p>
    <form method="post" action="/slack/oauth/v2/authorize?${escapeHtml(String(query))}">
      <button class="go" name="choice" value="allow">Allow</button>
      <button name="choice" value="cancel">Cancel</button>
    </form>`,
  )

const messagesPage = (messages: readonly SlackMessage[]): string => {
  const shown = messages.map(
    ({ channel, text }) =>
      `<p><b>#${escapeHtml(CHANNELS.find(({ id }) => id === channel)?.name ?? channel)}</b><br>${escapeHtml(text)}</p>`,
  )
  return page('Slack stand-in', `<h1>Demo workspace</h1>${shown.reverse().join('') || '<p>No messages yet.</p>'}`)
}

/**
 * Creates a stand-in for Slack on this machine: installing an app by OAuth, its channels, and messages, which are
 * readable at `/slack/messages.json`. It keeps everything in memory.
 */
export const createSlackStandIn = () => {
  const codes = new Map<string, string>()
  const tokens = new Set<string>()
  const messages: SlackMessage[] = []

  const send = (response: ServerResponse, body: object): void => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    response.end(JSON.stringify(body))
  }

  const redirect = (response: ServerResponse, query: URLSearchParams, isAllowed: boolean): void => {
    const redirectUri = query.get('redirect_uri') ?? ''
    if (!URL.canParse(redirectUri)) {
      sendHtml(response, page('Slack stand-in', '<h1>Wrong redirect_uri</h1>'), 400)
      return
    }
    const target = new URL(redirectUri)
    const code = randomUUID()
    if (isAllowed) codes.set(code, redirectUri)
    target.searchParams.set(isAllowed ? 'code' : 'error', isAllowed ? code : 'access_denied')
    target.searchParams.set('state', query.get('state') ?? '')
    response.writeHead(303, { location: target.href }).end()
  }

  const exchangeCode = (form: URLSearchParams): object => {
    const isApp = form.get('client_id') === SLACK_APP.clientId && form.get('client_secret') === SLACK_APP.clientSecret
    if (!isApp) return { ok: false, error: 'invalid_client_id' }
    const code = form.get('code') ?? ''
    const isKnown = codes.get(code) === form.get('redirect_uri')
    codes.delete(code)
    if (!isKnown) return { ok: false, error: 'invalid_code' }
    const token = `xoxb-${randomUUID()}`
    tokens.add(token)
    return { ok: true, access_token: token, team: { id: 'T0DEMO', name: 'Demo workspace' } }
  }

  const post = (form: URLSearchParams): object => {
    const channel = form.get('channel') ?? ''
    if (!CHANNELS.some(({ id }) => id === channel)) return { ok: false, error: 'channel_not_found' }
    messages.push({ channel, text: form.get('text') ?? '', at: new Date().toISOString() })
    messages.splice(0, messages.length - MAX_MESSAGES)
    return { ok: true, channel }
  }

  const api = (method: string, form: URLSearchParams, token: string): object => {
    if (method === 'oauth.v2.access') return exchangeCode(form)
    if (!tokens.has(token)) return { ok: false, error: 'invalid_auth' }
    if (method === 'conversations.list') return { ok: true, channels: CHANNELS, response_metadata: { next_cursor: '' } }
    if (method === 'chat.postMessage') return post(form)
    if (method === 'auth.revoke') return { ok: tokens.delete(token), revoked: true }
    return { ok: false, error: 'unknown_method' }
  }

  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const isPost = request.method === 'POST'
    if (pathname === '/slack') return sendHtml(response, messagesPage(messages))
    if (pathname === '/slack/messages.json') return send(response, messages)
    if (pathname === '/slack/oauth/v2/authorize') {
      if (!isPost) return sendHtml(response, authorizePage(searchParams))
      if (!hasType(request, FORM) || !isFromOwnPage(request))
        return sendHtml(response, page('Slack stand-in', '<h1>Refused</h1>'), 403)
      return redirect(response, searchParams, (await readForm(request)).get('choice') === 'allow')
    }
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    if (isPost && pathname.startsWith('/slack/api/') && hasType(request, FORM) && !request.headers.origin)
      return send(response, api(pathname.slice('/slack/api/'.length), await readForm(request), token))
    return sendHtml(response, page('Not found', '<h1>Not found</h1>'), 404)
  }

  const owns = (path: string): boolean => path === '/slack' || path.startsWith('/slack/')
  return { listener, owns, messages }
}

export type SlackStandIn = ReturnType<typeof createSlackStandIn>
