/** `restored`: the page returned from the back/forward cache, where no message from other tabs arrived. */
export type Wake = 'online' | 'visible' | 'restored'
export type WakeEvents = (onWake: (wake: Wake) => void) => () => void

/** Calls back when the page may have been suspended or the network is back. */
export const browserWakeEvents: WakeEvents = (onWake) => {
  const stop = new AbortController()
  const { signal } = stop
  window.addEventListener('online', () => onWake('online'), { signal })
  window.addEventListener('pageshow', (event) => event.persisted && onWake('restored'), { signal })
  document.addEventListener('visibilitychange', () => !document.hidden && onWake('visible'), { signal })
  return () => stop.abort()
}
