/** Storage key of the last user who signed in on this device. Clients of the same contract share it. */
export const USER_ID_KEY = 'userId'

/** Storage key of items that a user opened from the command bar; signing out removes it. */
export const RECENT_KEY = 'fe-recent'

/** A local store that never throws: memory replaces it when the browser denies access. */
export interface KeyValue {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

type Web = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Opens browser storage. Even reading `window.localStorage` throws when cookies are blocked. */
const open = (kind: 'local' | 'session'): Web | undefined => {
  try {
    return (kind === 'local' ? globalThis.localStorage : globalThis.sessionStorage) ?? undefined
  } catch {
    return undefined
  }
}

const attempt = <Result>(task: () => Result): Result | undefined => {
  try {
    return task()
  } catch {
    return undefined
  }
}

/**
 * Creates a store over browser storage, or over memory if that doesn't work (denied, full, undefined). A value that
 * could not be stored is kept for the life of the page.
 */
export const createStorage = (
  kind: 'local' | 'session',
  source: () => Web | undefined = () => open(kind),
): KeyValue => {
  const kept = new Map<string, string>()
  const web = () => attempt(source)
  return {
    get: (key) => kept.get(key) ?? attempt(() => web()?.getItem(key)) ?? undefined,
    set(key, value) {
      const stored = attempt(() => {
        const store = web()
        store?.setItem(key, value)
        return store !== undefined
      })
      if (stored) kept.delete(key)
      else kept.set(key, value)
    },
    remove(key) {
      kept.delete(key)
      attempt(() => web()?.removeItem(key))
    },
  }
}

export const createMemoryStorage = (): KeyValue => createStorage('local', () => undefined)
