import { impersonation } from '../../contract/login.ts'
import type { FeatureDeps, Slice } from '../../feature/slice.ts'
import { forgetLink, pageQuery } from '../../navigation/page-query.ts'
import { goAfterLogin } from '../../parts/after-login/after-login.ts'
import { failureOf, LOGIN_FAILED } from '../../parts/failure/failure.ts'
import { type ImpersonateEvent, type ImpersonateState, impersonateTransition } from './impersonate.state.ts'

type Deps = Pick<FeatureDeps, 'navigator' | 'settings'>

interface Handover {
  impersonatedUserId: string
  actorToken: string
  redirectUrl?: string
}

const NAMES = ['actorToken', 'token', 'impersonatedUserId', 'userId']

/** Reads the fragment too, which path routing doesn't use: its content is never sent to a server or logged. */
const parametersOf = (deps: Deps): URLSearchParams => {
  const all = pageQuery(deps)
  if (deps.settings().urlStrategy === 'hash') return all
  const fragment = new URLSearchParams(deps.navigator.location().hash.replace(/^#/, ''))
  for (const [name, value] of fragment) all.set(name, value)
  return all
}

/** Removes the link's parameters; a fragment or query without them stays exactly as written. */
const without = (text: string): string => {
  const kept = new URLSearchParams(text)
  if (!NAMES.some((name) => kept.has(name))) return text
  for (const name of NAMES) kept.delete(name)
  return String(kept)
}

const joined = (start: string, mark: string, rest: string): string => (rest ? `${start}${mark}${rest}` : start)

/** Returns the same URL without the token, so that neither the history nor a referrer contains it. */
const cleaned = ({ href, search, hash }: URL): string => {
  const [route = '', ...query] = hash.replace(/^#/, '').split('?')
  const isRoute = route.startsWith('/')
  const fragment = isRoute ? joined(route, '?', without(query.join('?'))) : without(route)
  return joined(joined(href.replace(/[?#].*/, ''), '?', without(search.slice(1))), '#', fragment)
}

/** Reads the link that starts an impersonation and removes it from the page's URL. */
export const takeHandover = (deps: Deps): Handover | undefined => {
  const given = parametersOf(deps)
  const impersonatedUserId = given.get('impersonatedUserId') ?? given.get('userId')
  const actorToken = given.get('actorToken') ?? given.get('token')
  const redirectUrl = given.get('redirectUrl')
  forgetLink(deps)
  const here = deps.navigator.location()
  // A simulated route is not in the address bar.
  if (here.href === location.href) history.replaceState(history.state, '', cleaned(new URL(document.URL)))
  if (!impersonatedUserId || !actorToken) return undefined
  return { impersonatedUserId, actorToken, ...(redirectUrl ? { redirectUrl } : {}) }
}

export interface ImpersonateActions {
  /** Uses the link of this page once, as soon as the current session is known. */
  start(known: Promise<void>): Promise<void>
  tryAgain(): Promise<void>
}

const CONTINUE_DELAY_MS = 1000

export const impersonateSlice: Slice<ImpersonateState, ImpersonateActions> = ({ get, set, deps }) => {
  const api = deps.client({ impersonation })
  const send = (event: ImpersonateEvent) => set(() => impersonateTransition(get(), event))
  let running: Promise<void> | undefined

  let handover: Handover | undefined

  const run = async (known?: Promise<void>) => {
    // Kept for a retry, because the values can be read from the URL only once.
    handover ??= takeHandover(deps)
    const body = handover
    if (!body) return send({ type: 'linkIncomplete' })
    await known
    try {
      await api.impersonation.impersonate({ body })
      // The session is created from the cookie; the tokens of the response are not used.
      const user = await deps.session.refresh()
      send(user ? { type: 'impersonated' } : { type: 'failed', failure: { kind: 'refused', message: LOGIN_FAILED } })
    } catch (error) {
      send({ type: 'failed', failure: failureOf(error, LOGIN_FAILED) })
    }
    if (get().step !== 'success') return
    await goAfterLogin(deps, CONTINUE_DELAY_MS)
  }

  return {
    start(known) {
      running ??= run(known)
      return running
    },
    async tryAgain() {
      if (get().step !== 'failed') return
      send({ type: 'triedAgain' })
      running = run()
      await running
    },
  }
}
