import type { federation } from '../../contract/federation.ts'
import { lazy } from '../../kernel/lazy.ts'
import { byOauth, type Handlers } from '../http/handler.ts'

// Loaded on demand, because only identity providers and browsers on their way to one call it.
const work = lazy(async () => (await import('./saml-logout-work.ts')).samlLogoutWork)

export const samlLogoutHandlers = {
  receiveLogout: byOauth(async (call) => (await work()).receiveLogout(call)),
  receivePostedLogout: byOauth(async (call) => (await work()).receivePostedLogout(call)),
  leaveForLogout: byOauth(async (call) => (await work()).leaveForLogout(call)),
} satisfies Pick<Handlers<typeof federation>, 'receiveLogout' | 'receivePostedLogout' | 'leaveForLogout'>
