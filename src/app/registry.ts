import { createEmitter } from '../kernel/emitter.ts'
import { StoreNameMismatchError } from '../kernel/errors.ts'
import type { BaseUrl } from './base-url.ts'

interface Registered {
  name: string
  baseUrl: BaseUrl | undefined
}

/** `My App`, `myApp` and `my-app` are the same name. */
export const formatName = (name: string): string => name.replace(/\W+/g, '').toLowerCase() || 'default'

/** Says that a name is in use with another URL. */
export const mismatchText = (name: string, known: BaseUrl | undefined, wanted: BaseUrl | undefined): string =>
  `Mismatch in store names: '${name}' is in use with ${String(known)}, not ${String(wanted)}. `

/** Returns the error of a name that is in use with another URL. */
export const nameMismatch = (...names: Parameters<typeof mismatchText>): Error =>
  new StoreNameMismatchError(
    `${mismatchText(...names)}If you changed baseUrl, reload the page; another API needs an app with a name of its own.`,
  )

/**
 * Creates a registry in which elements with the same `app` attribute share one app. The caller supplies the type,
 * because `app/` creates the entries.
 */
export const createRegistry = <Entry extends Registered>() => {
  const entries = new Map<string, Entry>()
  const added = createEmitter<Entry>()
  return {
    get: (name: string): Entry | undefined => entries.get(formatName(name)),
    /**
     * Returns the app with this name, creating it with `create` if it does not exist. Throws if the name is in use with
     * another URL.
     */
    open(name: string, baseUrl: BaseUrl | undefined, create: (name: string) => Entry): Entry {
      const known = entries.get(formatName(name))
      if (known && known.baseUrl !== baseUrl) throw nameMismatch(name, known.baseUrl, baseUrl)
      if (known) return known
      const entry = create(formatName(name))
      entries.set(entry.name, entry)
      added.emit(entry)
      return entry
    },
    all: (): readonly Entry[] => [...entries.values()],
    remove(entry: Entry): void {
      if (entries.get(entry.name) === entry) entries.delete(entry.name)
    },
    /** Calls the listener for every app that is added. */
    subscribe: added.subscribe,
  }
}
