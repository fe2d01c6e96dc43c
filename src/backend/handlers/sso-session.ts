import { federation } from '../../contract/federation.ts'
import type { ssoSession } from '../../contract/login.ts'
import { signOut } from '../domain/identity/sessions/end-session.ts'
import { endWithProvider } from '../domain/sso/saml-logout-start.ts'
import { startSsoStepUp } from '../domain/sso/sso-step-up.ts'
import { type Handlers, signedIn } from '../http/handler.ts'

export const ssoSessionHandlers = {
  startSsoLogout: signedIn(async (call) => {
    const { ports, auth } = call
    const token = await endWithProvider(ports, auth.session)
    await signOut(call, auth.session)
    if (token === undefined) return { url: null }
    const url = new URL(federation.leaveForLogout.path, ports.config.apiUrl)
    url.searchParams.set('token', token)
    return { url: url.href }
  }),
  startSsoStepUp: signedIn(async (call) => ({ address: await startSsoStepUp(call, call.auth.session) })),
} satisfies Handlers<typeof ssoSession>
