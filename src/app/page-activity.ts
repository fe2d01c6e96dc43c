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
