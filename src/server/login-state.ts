import { type CookiePair, setCookie } from './cookies.ts'
import type { ServerConfig } from './options.ts'
import type { Seal } from './seal.ts'

/** State of a sign-in in progress, against which the callback is checked. */
export interface LoginState {
  state: string
  nonce: string
  verifier: string
  /** URL to return to, validated before it was sealed. */
  returnTo: string
}

/** The last sign-in that this browser finished. */
export type FinishedLogin = Pick<LoginState, 'state'>

/** Returns the name prefix of all sign-in cookies. */
const prefixOf = ({ clientId }: ServerConfig): string => `fe_login-${clientId.replaceAll('-', '')}.`

/** Returns the name of the cookie that remembers the last finished sign-in. */
export const finishedLoginCookie = (config: ServerConfig): string => `${prefixOf(config)}finished`

const LIFE_SECONDS = 600
const MAX_PENDING = 5

export interface LoginStates {
  /** Returns `Set-Cookie` values that add the new flow and delete the oldest ones beyond five. */
  start(state: LoginState, cookies: readonly CookiePair[]): Promise<string[]>
  /** Returns the flow for this `state` and the `Set-Cookie` values that delete it; a flow is used once. */
  take(state: string, cookies: readonly CookiePair[]): Promise<{ flow: LoginState | undefined; setCookies: string[] }>
  /** Returns a `Set-Cookie` value that remembers the flow that has ended with a session. */
  finish(flow: LoginState): Promise<string>
  /** Returns whether this browser's last finished flow has this `state`, so that its callback is loaded again. */
  isFinished(state: string, cookies: readonly CookiePair[]): Promise<boolean>
}

interface LoginSeals {
  pending: Seal<LoginState>
  finished: Seal<FinishedLogin>
}

/**
 * Keeps one sealed cookie per flow, named after its start time and the beginning of its state, so that tabs don't
 * collide.
 */
export const createLoginStates = (config: ServerConfig, seals: LoginSeals): LoginStates => {
  const prefix = prefixOf(config)
  const finishedName = finishedLoginCookie(config)
  const form = new RegExp(`^${prefix.replaceAll('.', '\\.')}(\\d{1,12})\\.([\\w-]{16})$`)
  const pending = (cookies: readonly CookiePair[]) =>
    cookies.filter(([name]) => form.test(name)).sort(([a], [b]) => timeOf(a) - timeOf(b))
  const timeOf = (name: string): number => Number(form.exec(name)?.[1])
  const remove = ([name]: CookiePair) => setCookie({ name }, config)
  return {
    async start(flow, cookies) {
      const name = `${prefix}${Math.floor(config.now() / 1_000)}.${flow.state.slice(0, 16)}`
      const value = await seals.pending.seal(flow, LIFE_SECONDS)
      const known = pending(cookies)
      const tooMany = known.slice(0, Math.max(0, known.length - (MAX_PENDING - 1)))
      return [...tooMany.map(remove), setCookie({ name, value, maxAge: LIFE_SECONDS }, config)]
    },
    async take(state, cookies) {
      const found = pending(cookies).filter(([name]) => form.exec(name)?.[2] === state.slice(0, 16))
      const [cookie] = found
      const opened = found.length === 1 && cookie ? await seals.pending.open(cookie[1]) : undefined
      const flow = opened?.value.state === state ? opened.value : undefined
      return { flow, setCookies: flow ? found.map(remove) : [] }
    },
    async finish({ state }) {
      const value = await seals.finished.seal({ state }, LIFE_SECONDS)
      return setCookie({ name: finishedName, value, maxAge: LIFE_SECONDS }, config)
    },
    async isFinished(state, cookies) {
      const kept = cookies.filter(([name]) => name === finishedName)
      const opened = await Promise.all(kept.map(([, value]) => seals.finished.open(value)))
      return opened.some((each) => each?.value.state === state)
    },
  }
}
