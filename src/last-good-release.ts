import type { InitOptions } from './app/options.ts'
import { addScript } from './kernel/trusted-scripts.ts'

/** The exports of `index.ts` that the loader uses. */
export interface Surface {
  init(options: object, name?: string): object
  defineElements?(): void
}

/** Type of `window.fe`. */
export interface Loader {
  version: string
  /**
   * Same as `init` of the ES module. Methods called on the result before the modules have loaded run once they have.
   */
  init(options: object, name?: string): object
  /** Resolves with the ES module; rejects when it cannot be loaded. */
  ready(): Promise<Surface>
}

interface Page {
  fe?: Partial<Loader>
}

/** Returns the loader of an earlier script tag, if any. An element with `id="fe"` does not count as one. */
export const existingLoader = (): Loader | undefined => {
  const { fe } = globalThis as Page
  return typeof fe?.init === 'function' && fe.version ? (fe as Loader) : undefined
}

let opened: Promise<Loader> | undefined

const open = async (src: string, integrity: string, loader: Loader): Promise<Loader> => {
  const page = globalThis as Page
  // A loader leaves another one in place, unless that has no version.
  page.fe = { ...loader, version: '' }
  try {
    await addScript(new URL(src, document.baseURI).href, integrity)
    return existingLoader() ?? Promise.reject(new Error(src))
  } finally {
    if (!existingLoader()) page.fe = loader
  }
}

/**
 * Puts the loader of another release, which the host has named, in place of this one; all apps of the page share it.
 * Without its hash, an attacker who damages this release could choose what the page runs.
 *
 * @throws if the host named none, or it can't be loaded either
 */
export const openLastGood = async ({ lastGoodRelease }: InitOptions, loader: Loader): Promise<Loader> => {
  const { src, integrity } = lastGoodRelease ?? {}
  if (!src || !integrity) throw new Error('no lastGoodRelease')
  opened ??= open(src, integrity, loader)
  return opened
}
