import type { authorization } from '../../contract/authorization.ts'
import type { oauthServer } from '../../contract/oauth-server.ts'
import { session } from '../../contract/session.ts'
import { lazy } from '../../kernel/lazy.ts'
import { optionalText } from '../call/read.ts'
import { notFound, unauthorized } from '../call/refusal.ts'
import { admit } from '../domain/identity/access/tenant-entry.ts'
import { browserSession } from '../domain/identity/sessions/browser-session.ts'
import { providerMetadata } from '../domain/oauth/authorization-config.ts'
import { byCookie, byOauth, type Handlers, open, signedIn } from '../http/handler.ts'
import { show } from './oauth-responses.ts'

// These load on demand, because preview's login box uses none of them.
const authorizing = lazy(async () => (await import('./oauth-authorize.ts')).authorize)
const tokens = lazy(() => import('./oauth-token-work.ts'))
const loginPages = lazy(async () => (await import('../domain/oauth/oauth-pages.ts')).loginPage)

/** Issues tokens for a user who is already signed in at this origin, without leaving the page. */
const silent = byCookie<(typeof session)['silentAuthorize']>(async (call) => {
  const { ports, caller, body } = call
  const tenantId = optionalText(body.tenantId, 'tenantId')
  const signedIn = await browserSession(ports, caller)
  const user = signedIn && (await ports.store.users.get(signedIn.userId))
  if (!signedIn || !user) throw unauthorized('Sign in to continue')
  // Access is checked before a grant exists, with the refusal that a client with cookies expects.
  if (tenantId !== undefined) await admit(call, { user, session: signedIn, tenantId })
  return (await tokens()).startSilently(call, signedIn, tenantId)
})

export const oauthHandlers = {
  authorizeRedirect: byOauth(async (call) => (await authorizing())(call) as Promise<string>),
  exchangeAuthorizationCode: byOauth(async (call) => (await tokens()).respondWithToken(call)),
  exchangeRefreshToken: byOauth(async (call) => (await tokens()).respondWithToken(call)),
  silentAuthorize: silent,
} satisfies Pick<
  Handlers<typeof session>,
  'authorizeRedirect' | 'exchangeAuthorizationCode' | 'exchangeRefreshToken' | 'silentAuthorize'
>

export const providerHandlers = {
  getProviderMetadata: open(async ({ ports, reply }) => {
    reply.headers.set('Cache-Control', 'public, max-age=300')
    return providerMetadata(ports.config)
  }),
  showLoginPage: byOauth(async ({ ports, path, reply }) => {
    const page = (await loginPages())(ports, path.page)
    if (!page) throw notFound()
    return show(reply, page)
  }),
  leaveLoginPage: byOauth(async ({ ports, reply }) => {
    reply.status = 302
    reply.headers.set('Location', ports.config.appUrl)
  }),
} satisfies Pick<Handlers<typeof authorization>, 'getProviderMetadata' | 'showLoginPage' | 'leaveLoginPage'>

const work = lazy(async () => (await import('./oauth-logout-work.ts')).oauthLogoutWork)

export const oauthLogoutHandlers = {
  oauthLogout: byOauth(async (call) => (await work()).logout(call, call.query) as Promise<string>),
  oauthLogoutRedirect: byOauth(async (call) => (await work()).logout(call, call.query) as Promise<string>),
} satisfies Pick<Handlers<typeof session>, 'oauthLogout' | 'oauthLogoutRedirect'>

export const confirmLogoutHandlers = {
  confirmLogout: byOauth(async (call) => (await work()).confirm(call) as Promise<string>),
} satisfies Pick<Handlers<typeof authorization>, 'confirmLogout'>

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
