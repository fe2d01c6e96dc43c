import type { App } from '../../app/app.ts'

/** Frameworks mount elements before they call `init`. */
const PATIENCE_MS = 3_000

/** Whether what every app loads is missing, or is for another client. */
const looksWrong = ({ options, store }: App): boolean => {
  const { preview, hosted, configuration, vendor, missingRoute } = store.getState().settings
  const { clientId } = options.contextOptions ?? {}
  if (preview) return false
  if (missingRoute) return true
  return hosted ? !configuration : !vendor || !!(clientId && vendor.clientId && vendor.clientId !== clientId)
}

/** Explains a set-up that can't work, where the element would be; its code loads only when something looks wrong. */
export const watchSetup = (host: HTMLElement, app: App | undefined): (() => void) => {
  const life = new AbortController()
  const { signal } = life
  const explain = async () => {
    if (!signal.aborted && !(app && !looksWrong(app)))
      (await import('./explain-setup.ts')).explainSetup(host, app, signal)
  }
  // What does not load here is reported by everything else that does not load.
  const start = () => void explain().catch(() => {})
  if (app) app.ready.then(start)
  const timer = app ? 0 : setTimeout(start, PATIENCE_MS)
  const stopWatching = app?.store.subscribe(({ settings }, before) => {
    if (settings.missingRoute !== before.settings.missingRoute) start()
  })
  return () => {
    stopWatching?.()
    clearTimeout(timer)
    life.abort()
  }
}
