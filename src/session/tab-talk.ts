import { beginEpoch, type Core, clear, completeAside, renew, setToken } from './session-core.ts'
import { openTabChannel, type TabMessage } from './tab-channel.ts'
import { classifyToken, createToken, sidOf, type Token } from './token.ts'

interface TabTalkHooks {
  /** Requests a token of this tab's tenant. */
  refresh(): Promise<unknown>
  noteOutage(forMs: number, failures: number): void
}

export interface TabTalk {
  /** Sends the token to the other tabs. */
  share(reason: 'login' | 'refresh'): void
  /** Ends the session permanently, here and in the other tabs. */
  end(): void
  reportOutage(forMs: number, failures: number): void
  /** Handles messages of the other tabs from now on; earlier ones are dropped. */
  listen(hooks: TabTalkHooks): void
  close(): void
}

const adopt = (core: Core, token: Token) => {
  beginEpoch(core)
  core.response = {}
  setToken(core, token)
  completeAside(core)
}

const hearToken = (core: Core, message: Extract<TabMessage, { type: 'token' }>, refresh: () => Promise<unknown>) => {
  const { tabTenant, deps } = core
  const token = createToken(message.value, message.expiresIn, message.receivedAt, message.idToken)
  const own = tabTenant.isOn ? (tabTenant.current() ?? '') : undefined
  const verdict = classifyToken(token, message.reason, { ...core, tabTenant: own })
  if (verdict === 'keep') setToken(core, token)
  else if (verdict === 'renew') renew(core, token)
  else if (verdict === 'adopt') adopt(core, token)
  else if (verdict === 'refresh') refresh().catch((error: unknown) => deps.log.warn('Signing in failed', error))
}

const hearSignOut = (core: Core, sid: string | undefined) => {
  const own = sidOf(core.token)
  if (sid && own && sid !== own) return
  if (sid) core.endedSids.add(sid)
  if (core.token || core.snapshot.status === 'loading') clear(core)
}

/** Opens the exchange of messages between this tab and the others. */
export const openTabTalk = (core: Core): TabTalk => {
  const { channelFactory, name, log } = core.deps
  let hooks: TabTalkHooks | undefined
  const channel = openTabChannel(channelFactory, `fe-session:${name}`, log, (message) => {
    if (!hooks) return
    if (message.type === 'token') return hearToken(core, message, hooks.refresh)
    if (message.type === 'sign-out') return hearSignOut(core, message.sid)
    hooks.noteOutage(message.forMs, message.failures)
  })
  return {
    share(reason) {
      if (!core.token) return
      const { value, lifetimeMs, receivedAt, idToken } = core.token
      channel.post({ type: 'token', reason, value, expiresIn: lifetimeMs / 1000, receivedAt, idToken })
    },
    end() {
      const sid = sidOf(core.token)
      if (sid) core.endedSids.add(sid)
      clear(core)
      channel.post({ type: 'sign-out', sid })
    },
    reportOutage: (forMs, failures) => channel.post({ type: 'outage', forMs, failures }),
    listen(given) {
      hooks = given
    },
    close: channel.close,
  }
}
