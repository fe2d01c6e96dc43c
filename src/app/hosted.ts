import { urlOf } from '../http/call-url.ts'
import { createHttp } from '../http/create-http.ts'
import { routeQuery } from '../navigation/auth-route.ts'
import { withHash } from '../navigation/with-hash.ts'
import { createHostedLogin, type HostedDeps, type HostedLogin } from '../session/hosted/hosted-login.ts'
import type { Session, SessionDeps, StartWay } from '../session/session-types.ts'
import type { ConnectParts, HttpBase } from './connect.parts.ts'
import { hostedStart } from './hosted-start.ts'
import { hostedCallbackUrl, withoutResponse } from './hosted-url.ts'

/** Starts hosted (redirect) login and turns its result into a session. */
export interface OpenHosted extends HostedLogin {
  startWay(): StartWay
}

/** Returns a clock of the provider, from the `Date` header of its last response if the browser can read it. */
const createServerClock = (clock: ConnectParts['clock'], given: typeof fetch | undefined) => {
  let ahead = 0
  const send: typeof fetch = async (...input) => {
    const response = await (given ?? globalThis.fetch)(...input)
    const date = Date.parse(response.headers.get('Date') ?? '')
    if (!Number.isNaN(date)) ahead = date - clock.now()
    return response
  }
  return { fetch: send, now: () => Math.floor((clock.now() + ahead) / 1000) }
}

/**
 * Submits a form to the URL. If the host's policy blocks the form, it navigates to the URL instead, so that the user is
 * not stuck.
 */
const postForm = (url: string, fields: Readonly<Record<string, string>>): void => {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    const { id_token_hint: _hint, ...rest } = fields
    if (effectiveDirective === 'form-action') window.location.assign(`${url}?${new URLSearchParams(rest)}`)
  })
  document.body.append(form)
  HTMLFormElement.prototype.submit.call(form)
  form.remove()
}

/** Creates the page port; it removes the response from the URL, and with the hash strategy sets the route. */
const createPage = ({ navigator, store, options }: ConnectParts): HostedDeps['page'] => ({
  url: () => navigator.location(),
  // The provider may share the page's origin, and a router would treat the URL as one of its own.
  leave(url) {
    if (options.onRedirectTo) options.onRedirectTo(url, { refresh: true })
    else window.location.assign(url)
  },
  post(url, fields) {
    if (options.onRedirectTo) return false
    postForm(url, fields)
    return true
  },
  forgetResponse() {
    const { urlStrategy, routes } = store.getState().settings
    window.history.replaceState(window.history.state, '', withoutResponse(navigator.location()))
    if (urlStrategy === 'hash') window.location.replace(withHash(`#${routes.hostedLoginRedirectUrl}`))
  },
})

const scopeOf = async ({ navigator, options, store, log }: ConnectParts) => {
  const { settings, session } = store.getState()
  const tenantId = routeQuery(navigator.location(), settings).get('tenantId') ?? undefined
  const resolve = options.contextOptions?.tenantResolver
  if (!resolve) return { tenantId }
  const { activeTenant } = session
  const alias = await Promise.resolve(resolve()).then(
    (response) => response?.tenant,
    (error: unknown) => void log.warn('tenantResolver failed; the sign-in goes on without it', error),
  )
  return { tenantId, organization: alias || (activeTenant?.hasCustomLogin ? activeTenant.alias : undefined) }
}

/**
 * Creates redirect login for one app, with its own transport, so that the provider's clock is read from its responses
 * only.
 */
export const openHosted = (parts: ConnectParts, http: HttpBase, session: Session): OpenHosted => {
  const { options, clock, log, local, navigator, store, name } = parts
  const { clientId } = options.contextOptions ?? {}
  const settings = () => store.getState().settings
  const server = createServerClock(clock, http.fetch)
  const login = createHostedLogin({
    clock,
    log,
    local,
    locks: globalThis.navigator?.locks as SessionDeps['locks'],
    name: [String(http.baseUrl), clientId ?? '', name].join('|'),
    clientId,
    isSilentDisabled: options.authOptions?.disableSilentRefresh === true,
    send: createHttp({ ...http, fetch: server.fetch, requestSource: () => 'login-box' }).send,
    serverNow: server.now,
    urlOf: (template, { unprefixed }: { unprefixed?: true } = {}) =>
      urlOf({
        baseUrl: http.baseUrl,
        urlPrefix: http.urlPrefix,
        pageUrl: navigator.location(),
        template,
        unprefixed,
      }),
    page: createPage(parts),
    redirectUri: () => hostedCallbackUrl(navigator.location(), settings()),
    homeUrl: () => new URL(`/${settings().basename}/`.replace(/\/+/g, '/'), navigator.location().origin).href,
    scope: () => scopeOf(parts),
    accept: (response) => session.accept(response),
    refresh: () => session.refresh(),
  })
  return { ...login, startWay: () => hostedStart(parts, login) }
}
