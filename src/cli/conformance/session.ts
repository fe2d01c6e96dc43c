import { login } from '../../contract/login.ts'
import { session } from '../../contract/session.ts'
import { type Outcome, type Send, TOO_MANY_REQUESTS, type WireReply, type WireRequest } from './client.ts'
import { isMissingCall } from './response-checks.ts'

const BAD_REQUEST = 400
const UNAUTHORIZED = 401
const FORBIDDEN = 403
const SERVER_ERROR_FROM = 500

/**
 * The run can't start: there is no response, or the user can't be signed in. Its message is printed in the terminal.
 */
export class NotStartedError extends Error {
  override readonly name = 'NotStartedError'
}

interface Tokens {
  accessToken?: string
  refreshToken?: string
}

const textIn = (json: unknown, name: string): string | undefined => {
  const value = (json as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' ? value : undefined
}

/** Creates the session of the run: signs the user in and keeps the access token, and the cookies as a browser would. */
export const createSession = (send: Send, apiUrl: string) => {
  const cookies = new Map<string, string>()
  const spent = new Set<string>()
  let tokens: Tokens = {}
  let isRefreshed = false

  const take = ({ headers, json }: WireReply) => {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '' || /max-age=0\b/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const accessToken = textIn(json, 'accessToken')
    if (!accessToken) return
    const refreshToken = textIn(json, 'refreshToken')
    tokens = { accessToken, ...(refreshToken && { refreshToken }) }
    for (const token of [accessToken, refreshToken]) if (token && token.length > 10) spent.add(token)
  }

  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  const withCookies = async (request: Omit<WireRequest, 'cookie'>): Promise<Outcome> => {
    const outcome = await send({ ...request, cookie: cookieHeader() })
    if ('reply' in outcome) take(outcome.reply)
    return outcome
  }

  const refresh = () =>
    withCookies({
      method: 'POST',
      url: `${apiUrl}${session.refreshSession.path}`,
      body: { tenantId: null },
    })

  return {
    isSignedIn: () => tokens.accessToken !== undefined,
    /** All tokens that this session has had. */
    tokens: (): readonly string[] => [...spent],
    /**
     * Sends the password once, because a second attempt could lock the user out.
     *
     * @throws NotStartedError when the server refuses the password or requires more than a password
     */
    async signIn(email: string, password: string): Promise<Outcome> {
      const outcome = await withCookies({
        method: 'POST',
        url: `${apiUrl}${login.login.path}`,
        body: { email, password },
      })
      if (!('reply' in outcome)) return outcome
      const { status, json } = outcome.reply
      if (status === TOO_MANY_REQUESTS)
        throw new NotStartedError('The server accepts no more sign-ins for now. Try again later.')
      if (status === FORBIDDEN)
        throw new NotStartedError(
          'The server refused the sign-in with status 403. Does it allow the origin, and this user?',
        )
      if (status >= BAD_REQUEST && status < SERVER_ERROR_FROM && !isMissingCall(status))
        throw new NotStartedError(
          `The server refused the email and password with status ${status}. Nothing was tried again.`,
        )
      if ((json as { mfaRequired?: unknown } | undefined)?.mfaRequired === true && !tokens.accessToken)
        throw new NotStartedError('This user needs a second factor. Use a user who signs in with a password alone.')
      return outcome
    },
    refresh,
    signOut: () => withCookies({ method: 'POST', url: `${apiUrl}${session.logout.path}`, body: {} }),
    /** Sends a request with the access token, which is refreshed when it expires during the run. */
    async call(request: Omit<WireRequest, 'token'>): Promise<Outcome> {
      const first = await send({ ...request, token: tokens.accessToken })
      if (!('reply' in first) || first.reply.status !== UNAUTHORIZED || isRefreshed) return first
      isRefreshed = true
      const refreshed = await refresh()
      if (!('reply' in refreshed) || refreshed.reply.status >= BAD_REQUEST) return first
      const second = await send({ ...request, token: tokens.accessToken })
      isRefreshed = 'reply' in second && second.reply.status === UNAUTHORIZED
      return second
    },
  }
}

export type RunSession = ReturnType<typeof createSession>
