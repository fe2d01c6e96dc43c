import type { TestWindow } from '../sso.test.slice.ts'

/**
 * Opens a window. It must run during the click, because browsers block windows that open later. Returns `undefined` if
 * it was blocked.
 */
export const openTestWindow = (): TestWindow | undefined => {
  const opened = window.open('about:blank', 'fe-sso-test', 'popup,width=520,height=720')
  if (!opened) return undefined
  return {
    go: (url) => {
      opened.location.href = url
    },
    close: () => opened.close(),
  }
}
