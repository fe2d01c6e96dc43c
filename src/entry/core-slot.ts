import type { defineElements } from '../elements/define.ts'
import type { start } from '../elements/start.ts'

/** Everything that follows the first file of the ES module. */
export interface Core {
  start: typeof start
  defineElements: typeof defineElements
}

/** One per page, because the browser evaluates a module once. */
const slot: { core?: Core } = {}

/** Called by the core's module, whichever file has requested it. */
export const provideCore = (core: Core): void => {
  slot.core = core
}

/** Returns the core if it has loaded. */
export const loadedCore = (): Core | undefined => slot.core
