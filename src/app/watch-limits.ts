import { createClient, type Send } from '../contract/client.ts'
import { type SessionLimits, sessionLimits } from '../contract/session-limits.ts'
import type { AppStore } from '../feature/app-state.ts'
import type { Clock } from '../kernel/clock.ts'
import { HttpError } from '../kernel/errors.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import type { Logger } from '../kernel/logger.ts'
import type { KeyValue } from '../kernel/storage.ts'
import { createIdleWatch, type IdleWarning } from '../parts/idle/idle-watch.ts'
import type { Session } from '../session/session-types.ts'
import { createLiveTranslator } from './live-translator.ts'
import type { InitOptions } from './options.ts'

/**
 * Keeps a user's unsaved work when their session ends by itself, and restores it when they sign in again in this page.
 * Another user gets none of it, and parts used in the meantime, such as the login box, stay unchanged.
 */
export const keepWork = async (
  store: AppStore,
  session: Pick<Session, 'subscribe'>,
  endSession: () => Promise<unknown>,
): Promise<void> => {
  const { features: before, session: held } = store.getState()
  const owner = held.user?.id
  await endSession()
  const emptied = store.getState().features
  if (!owner || store.getState().session.user) return
  const stop = session.subscribe(({ user }) => {
    if (!user) return
    stop()
    if (user.id !== owner) return
    store.setState(({ features }) => {
      const untouched = Object.entries(before).filter(([id]) => features[id] === emptied[id])
      return { features: { ...features, ...Object.fromEntries(untouched) } }
    })
  })
}

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const

/** Message with which a page in a frame reports activity. */
const ACTIVE_MESSAGE = 'FE_CLEAR_IDLE_TIMEOUT'

/** Calls back for every sign of activity: in this page, or in a message from one of the allowed origins. */
export const createActivityListener =
  (allowedOrigins: readonly string[] = []) =>
  (onSign: () => void): (() => void) => {
    const ended = new AbortController()
    const options = { capture: true, passive: true, signal: ended.signal }
    for (const sign of SIGNS) window.addEventListener(sign, onSign, options)
    const onMessage = ({ origin, data }: MessageEvent<unknown>) => {
      if (data === ACTIVE_MESSAGE && allowedOrigins.includes(origin)) onSign()
    }
    window.addEventListener('message', onMessage, { signal: ended.signal })
    return () => ended.abort()
  }

interface WatchParts {
  name: string
  options: InitOptions
  clock: Clock
  log: Logger
  local: KeyValue
  store: AppStore
}

const loadDialog = () =>
  Promise.all([
    loadChunk(() => import('../parts/idle/idle-warning.tsx')),
    // The theme is imported separately, so that a page without a theme and preview don't load it with the code that
    // watches activity.
    loadChunk(() => import('../theme/create-theme.ts')),
  ])

/** Creates the screen that shows warnings. */
const createScreen = (parts: WatchParts, session: Session, stay: () => Promise<void>) => {
  let shown: { draw(warning: IdleWarning): void; remove(): void } | undefined
  let wanted: IdleWarning | undefined
  const hide = () => {
    wanted = undefined
    shown?.remove()
    shown = undefined
  }
  const show = async (warning: IdleWarning) => {
    wanted = warning
    const [{ mountWarning }, { createTheme }] = await loadDialog()
    if (wanted !== warning) return
    const { theme, configuration, preferences } = parts.store.getState().settings
    shown ??= mountWarning({
      translator: createLiveTranslator(parts.options, parts.store, parts.log)(),
      now: parts.clock.now,
      theme: createTheme({ themeOptions: theme, metadataTheme: configuration?.themeV2, element: 'adminPortal' }),
      scheme: preferences?.scheme,
      onStay: stay,
      onClose: hide,
      onSignOut: () => {
        hide()
        void session.logout()
      },
    })
    shown.draw(warning)
  }
  return { show, hide }
}

const hasLimits = ({ idleLeft, absoluteLeft }: SessionLimits): boolean =>
  idleLeft !== undefined || absoluteLeft !== undefined

/** Watches a session whose token has limits: reports activity and warns before the session ends. */
export const watchLimits = (parts: WatchParts, session: Session, send: Send, signal: AbortSignal): void => {
  const api = createClient(send, { sessionLimits }).sessionLimits
  const key = `fe-active:${parts.name}`
  const screen = createScreen(parts, session, () => watch.stay())
  const ask = async (active: boolean) => {
    try {
      const limits = await api.keepSession({ body: { active } })
      // The network may be down when the warning is due. If the dialog doesn't load now, the warning tries again.
      if (hasLimits(limits)) void loadDialog().catch(() => undefined)
      return limits
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return undefined
      throw error
    }
  }
  const watch = createIdleWatch({
    clock: parts.clock,
    local: parts.local,
    key,
    ask,
    listen: createActivityListener(parts.options.authOptions?.clearIdleTimeoutAllowedOrigins),
    warn: (warning) => void screen.show(warning).catch((error) => parts.log.error('The warning did not load', error)),
    calm: screen.hide,
    // The server refuses the refresh, and the session ends here as it did there.
    over: () =>
      void keepWork(parts.store, session, () =>
        session.refresh().catch((error) => parts.log.warn('The session has ended', error)),
      ),
  })
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) watch.otherTab()
  }
  const end = () => {
    watch.stop()
    screen.hide()
    unsubscribe()
    window.removeEventListener('storage', onStorage)
  }
  const unsubscribe = session.subscribe(({ status }) => status === 'signed-out' && end())
  window.addEventListener('storage', onStorage)
  signal.addEventListener('abort', end, { once: true })
  void watch.start()
}
