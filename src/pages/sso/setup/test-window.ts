import type { TestWindow } from '../sso.test.slice.ts'

/** Must run in the press itself: browsers block windows that open later. `undefined` when it was blocked. */
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
