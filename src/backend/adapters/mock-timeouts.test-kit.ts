import type { TestContext } from 'node:test'

/**
 * Mocks `setTimeout` until the test ends. Unlike with the mocked functions alone, timers that began before can still be
 * cleared: `fetch` clears the one of an idle connection when it closes, and a timer that runs later throws, because the
 * connection is gone.
 */
export const mockTimeouts = ({ mock }: Pick<TestContext, 'mock'>): void => {
  const { clearTimeout: clearEarlier } = globalThis
  mock.timers.enable({ apis: ['setTimeout'] })
  const { clearTimeout: clearMocked } = globalThis
  globalThis.clearTimeout = (timer) => {
    clearEarlier(timer)
    clearMocked(timer)
  }
}
