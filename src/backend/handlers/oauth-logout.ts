import type { authorization } from '../../contract/authorization.ts'
import type { session } from '../../contract/session.ts'
import { lazy } from '../../kernel/lazy.ts'
import { byOauth, type Handlers } from '../http/handler.ts'

const work = lazy(async () => (await import('./oauth-logout-work.ts')).oauthLogoutWork)

export const oauthLogoutHandlers = {
  oauthLogout: byOauth(async (call) => (await work()).logout(call, call.query) as Promise<string>),
  oauthLogoutRedirect: byOauth(async (call) => (await work()).logout(call, call.query) as Promise<string>),
} satisfies Pick<Handlers<typeof session>, 'oauthLogout' | 'oauthLogoutRedirect'>

export const confirmLogoutHandlers = {
  confirmLogout: byOauth(async (call) => (await work()).confirm(call) as Promise<string>),
} satisfies Pick<Handlers<typeof authorization>, 'confirmLogout'>
