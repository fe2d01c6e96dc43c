import { createEmitter } from '../kernel/emitter.ts'
import { StoreNameMismatchError } from '../kernel/errors.ts'
import type { BaseUrl } from './base-url.ts'

interface Registered {
  name: string
  baseUrl: BaseUrl | undefined
}

/** `My App`, `myApp` and `my-app` are one name. */
const formatName = (name: string): string => name.replace(/\W+/g, '').toLowerCase() || 'default'

/** Elements with the same `app` attribute share one app. Typed by its user, since `app/` builds what it holds. */
export const createRegistry = <Entry extends Registered>() => {
  const entries = new Map<string, Entry>()
  const added = createEmitter<Entry>()
  return {
    get: (name: string): Entry | undefined => entries.get(formatName(name)),
    /** The app already there under this name, or the one `create` makes. Same name, other URL: refused. */
    open(name: string, baseUrl: BaseUrl | undefined, create: (name: string) => Entry): Entry {
      const known = entries.get(formatName(name))
      if (known && known.baseUrl !== baseUrl) {
        throw new StoreNameMismatchError(
          `Mismatch in store names: '${name}' is in use with ${String(known.baseUrl)}, not ${String(baseUrl)}. If you changed baseUrl, reload the page; another API needs an app with a name of its own.`,
        )
      }
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
    /** Hears of every app that comes. */
    subscribe: added.subscribe,
  }
}
