import { type Core, type Resolved, resolveSession, type ServerSession } from './resolve.ts'
import { redirectTo, refusal, withCookies } from './responses.ts'
import { isChange, isOwnChange } from './same-site.ts'

/** Handler that a gate runs for signed-in users. */
export type SessionHandler = (request: Request, session: ServerSession) => Response | Promise<Response>

/** Options of a gate. */
export interface GateOptions {
  /**
   * Creates the response to a signed-out user.
   * @default pages redirect to the login page, all other requests get 401
   */
  signedOut?(request: Request): Response | Promise<Response>
}

/**
 * Returns the URL of the login page, which redirects back to `path` after sign-in; `path` is always a path of this app.
 */
export const loginPageUrl = ({ config }: Core, path: string): string => {
  const target = new URL(config.routes.loginUrl, config.appUrl)
  target.searchParams.set('redirectUrl', path)
  return target.href
}

const isNavigation = ({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.get('accept') ?? '').includes('text/html')

/** Returns a gate's response to a signed-out user. */
const askToSignIn = (core: Core, request: Request): Response => {
  if (!isNavigation(request)) return refusal(401, 'Sign in to continue', { 'www-authenticate': 'Bearer' })
  const { pathname, search } = new URL(request.url)
  return redirectTo(loginPageUrl(core, pathname + search))
}

/** Returns a handler for signed-in users only; changes must come from a page of this app. */
export const gate = (core: Core, handler: SessionHandler, options: GateOptions = {}) => {
  const response = async (request: Request, { session }: Resolved): Promise<Response> => {
    if (session) return handler(request, session)
    return options.signedOut ? options.signedOut(request) : askToSignIn(core, request)
  }
  return async (request: Request): Promise<Response> => {
    if (isChange(request) && !isOwnChange(request, core.config)) {
      return refusal(403, 'The request must come from this app')
    }
    const resolved = await resolveSession(core, request)
    return withCookies(await response(request, resolved), resolved.setCookies)
  }
}
