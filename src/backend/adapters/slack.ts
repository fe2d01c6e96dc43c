import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import { type SlackChannel, SlackError, type SlackPort } from '../ports/slack.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

export interface SlackSettings {
  clientId: string
  clientSecret: string
  /** @default https://slack.com/api */
  apiUrl?: string
}

const API = 'https://slack.com/api'
const SCOPES = 'channels:read,chat:write,chat:write.public'

const PAGE = 200
/** 2,000 channels: more than users can choose from in a list. */
const MAX_PAGES = 10

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Creates the four calls of Slack's Web API that the product needs, through the guarded fetch. */
export const createSlack = (
  { clientId, clientSecret, apiUrl = API }: SlackSettings,
  { allowLocal }: { allowLocal?: boolean | undefined },
): SlackPort => {
  const send = createGuardedFetch({ allowLocal })
  const base = apiUrl.replace(/\/+$/, '')

  const call = async (method: string, fields: Record<string, string>, token?: string) => {
    const response = await send(`${base}/${method}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: String(new URLSearchParams(fields)),
    })
    const body = parseJson(await response.text())
    if (!isRecord(body) || body.ok !== true)
      throw new SlackError((isRecord(body) && textOf(body.error)) || 'no_response')
    return body
  }

  const pageOfChannels = async (token: string, cursor: string) => {
    const fields = { types: 'public_channel', exclude_archived: 'true', limit: String(PAGE), ...(cursor && { cursor }) }
    const body = await call('conversations.list', fields, token)
    const found = Array.isArray(body.channels) ? body.channels.filter(isRecord) : []
    const next = isRecord(body.response_metadata) ? textOf(body.response_metadata.next_cursor) : ''
    return { channels: found.map(({ id, name }): SlackChannel => ({ id: textOf(id), name: textOf(name) })), next }
  }

  return {
    clientId,
    authorizationUrl({ state, redirectUri }) {
      const query = new URLSearchParams({ client_id: clientId, scope: SCOPES, state, redirect_uri: redirectUri })
      return `${base.replace(/\/api$/, '')}/oauth/v2/authorize?${query}`
    },
    async register({ code, redirectUri }) {
      const secrets = { client_id: clientId, client_secret: clientSecret }
      const body = await call('oauth.v2.access', { code, redirect_uri: redirectUri, ...secrets })
      const token = textOf(body.access_token)
      if (!token) throw new SlackError('no_token')
      return { token, teamName: isRecord(body.team) ? textOf(body.team.name) : '' }
    },
    async channels(token) {
      const all: SlackChannel[] = []
      for (let page = 0, cursor = ''; page < MAX_PAGES && (page === 0 || cursor); page++) {
        const { channels, next } = await pageOfChannels(token, cursor)
        all.push(...channels)
        cursor = next
      }
      return all
    },
    async post(token, { channel, text }) {
      await call('chat.postMessage', { channel, text }, token)
    },
    async uninstall(token) {
      await call('auth.revoke', {}, token)
    },
  }
}
