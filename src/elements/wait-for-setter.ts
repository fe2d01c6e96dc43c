import { type Clock, wait } from '../kernel/clock.ts'

/** Maximum wait for the theme setter, and the interval of the checks. */
const SETTER_WAIT_MS = 4000
const SETTER_POLL_MS = 50

interface Waiting {
  element: Element
  clock: Clock
  signal: AbortSignal
}

const isDrawn = (element: Element): boolean => element.isConnected && (element.shadowRoot?.childElementCount ?? 0) > 0

/** @throws Error when nothing is rendered within 4 s */
export const waitForSetter = async ({ element, clock, signal }: Waiting): Promise<void> => {
  for (let waited = 0; waited < SETTER_WAIT_MS; waited += SETTER_POLL_MS) {
    if (isDrawn(element)) return
    await wait(clock, SETTER_POLL_MS, signal)
  }
  if (!isDrawn(element)) throw new Error(`The theme setter did not appear within ${SETTER_WAIT_MS / 1000} s`)
}
