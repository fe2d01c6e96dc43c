import type { HostedPort } from '../feature/ports.ts'
import { urlOf } from '../http/call-url.ts'
import { createHttp } from '../http/create-http.ts'
import { type RouteSettings, routeHref, routeQuery } from '../navigation/auth-route.ts'
import { isHostedCallback } from '../navigation/hosted-callback.ts'
import { withHash } from '../navigation/with-hash.ts'
import { createHostedLogin, type HostedDeps, type HostedLogin } from '../session/hosted/hosted-login.ts'
import type { Session, SessionDeps, StartWay } from '../session/session-types.ts'
import type { ConnectParts, HttpBase } from './app.ts'

/** A redirect URL never has a fragment, so the callback is a path even with the hash strategy. */
const asPath = (settings: RouteSettings): RouteSettings => ({ ...settings, urlStrategy: 'path' })

/** Returns the URL that the provider redirects to. */
export const hostedCallbackUrl = (page: URL, settings: RouteSettings): string => {
  const url = new URL(routeHref(settings.routes.hostedLoginRedirectUrl, asPath(settings)), page)
  url.hash = ''
  return url.href
}

const RESPONSE_PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state']

/** Returns the URL without the response parameters. */
export const withoutResponse = (page: URL): string => {
  const clean = new URL(page)
  for (const name of RESPONSE_PARAMETERS) clean.searchParams.delete(name)
  if (/[#?&](code|error)=/.test(clean.hash)) clean.hash = ''
  // A path would be resolved against the page's `<base>`, which may have another origin.
  return clean.href
}

/**
 * Returns how a hosted session starts: it checks who is signed in only when configured to; on the callback URL, the
 * provider's response decides.
 */
const hostedStart = ({ options, navigator, store }: ConnectParts, { finish }: HostedPort): StartWay => {
  if (isHostedCallback(navigator.location(), store.getState().settings)) {
    // The page shows the outcome and waits for the same promise.
    void finish()
    return 'wait'
  }
  const { disableSilentRefresh, hostedLoginOptions } = options.authOptions ?? {}
  return disableSilentRefresh || !hostedLoginOptions?.loadUserOnFirstLoad ? 'signed-out' : 'ask'
}

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
  document.addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective }) => {
    const { id_token_hint: _hint, ...rest } = fields
    // A policy that only reports doesn't block the form.
    if (disposition !== 'enforce' || effectiveDirective !== 'form-action') return
    window.location.assign(`${url}?${new URLSearchParams(rest)}`)
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
    window.history.replaceState(window.history.state, '', withoutResponse(new URL(document.URL)))
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
    (error: unknown) => void log.warn('tenantResolver failed; the sign-in continues without it', error),
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
