import type { oauthServer } from '../../contract/oauth-server.ts'
import { session } from '../../contract/session.ts'
import { lazy } from '../../kernel/lazy.ts'
import { providerMetadata } from '../domain/oauth/authorization-config.ts'
import { byOauth, type Handlers, open, signedIn } from '../http/handler.ts'

// The work is loaded on demand, because neither the login box nor preview calls it.
const serverWork = lazy(async () => (await import('./oauth-server-work.ts')).oauthServerWork)

const SEE_OTHER = 303

export const oauthServerHandlers = {
  getAuthorizationServer: open(async ({ ports, reply }) => {
    reply.headers.set('Cache-Control', 'public, max-age=300')
    return providerMetadata(ports.config)
  }),
  // Redirects to a separate navigation: browsers don't send the session's cookie with a form that another site posts.
  authorizeByForm: byOauth(async ({ body, reply }) => {
    const fields = Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    reply.status = SEE_OTHER
    reply.headers.set('Location', `${session.authorizeRedirect.path}?${new URLSearchParams(fields)}`)
  }),
  getUserInfo: signedIn(async (call) => (await serverWork()).userInfo(call)),
  postUserInfo: byOauth(async (call) => (await serverWork()).postedUserInfo(call)),
  revokeToken: byOauth(async (call) => (await serverWork()).revoke(call)),
  introspectToken: byOauth(async (call) => (await serverWork()).introspect(call)),
} satisfies Handlers<typeof oauthServer>
