import { createClient, type Send } from '../contract/client.ts'
import { sessionLimits } from '../contract/session-limits.ts'
import type { AppStore } from '../feature/app-state.ts'
import type { Clock } from '../kernel/clock.ts'
import { HttpError } from '../kernel/errors.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import type { Logger } from '../kernel/logger.ts'
import type { KeyValue } from '../kernel/storage.ts'
import { createIdleWatch, type IdleWarning } from '../parts/idle/idle-watch.ts'
import type { Session } from '../session/session-types.ts'
import { keepWork } from './keep-work.ts'
import { createLiveTranslator } from './live-translator.ts'
import type { InitOptions } from './options.ts'
import { createActivityListener } from './page-activity.ts'

interface WatchParts {
  name: string
  options: InitOptions
  clock: Clock
  log: Logger
  local: KeyValue
  store: AppStore
}

/** Creates the screen that shows warnings; its dialog loads with the first one. */
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
    const [{ mountWarning }, { createTheme }] = await Promise.all([
      loadChunk(() => import('../parts/idle/mount-warning.tsx')),
      // The theme is imported separately, so that a page without a theme and preview don't load it with the code that
      // watches activity.
      loadChunk(() => import('../theme/create-theme.ts')),
    ])
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

/** Watches a session whose token has limits: reports activity and warns before the session ends. */
export const watchLimits = (parts: WatchParts, session: Session, send: Send, signal: AbortSignal): void => {
  const api = createClient(send, { sessionLimits }).sessionLimits
  const key = `fe-active:${parts.name}`
  const screen = createScreen(parts, session, () => watch.stay())
  const ask = async (active: boolean) => {
    try {
      return await api.keepSession({ body: { active } })
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
