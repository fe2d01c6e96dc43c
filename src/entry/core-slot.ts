import type { defineElements } from '../elements/define.ts'
import type { start } from '../elements/start.ts'

/**
 * Everything that follows the first file of the ES module. Releases on one page share the first core that has loaded,
 * so these members stay compatible.
 */
export interface Core {
  version: string
  start: typeof start
  defineElements: typeof defineElements
}

/** Each release has modules of its own, so the key is a registered symbol. */
const CORE = Symbol.for('fe.core')
const LOAD = Symbol.for('fe.load-core')

const page = globalThis as { [CORE]?: Core; [LOAD]?: () => Promise<Core> }

let isReported = false

/** Called by the core's module, whichever file has requested it. An element can be defined once, so the first core stays. */
export const provideCore = (core: Core): void => {
  page[CORE] ??= core
}

/** Returns the core of the page if it has loaded, and warns once if it is of another release. */
export const loadedCore = (): Core | undefined => {
  const core = page[CORE]
  if (core && core.version !== __FE_VERSION__ && !isReported) {
    isReported = true
    console.warn(`[front-entry] This page has ${core.version} and ${__FE_VERSION__}, and uses ${core.version} for all.`)
  }
  return core
}

/** Called by the entry, which can repair a core that failed. */
export const offerCore = (load: () => Promise<Core>): void => {
  page[LOAD] = load
}

/** Loads the core by the entry that has loaded last. */
export const requestCore = async (): Promise<unknown> => page[LOAD]?.()
