/** Knows whether something on the screen would be lost, and asks before it is. */
export interface UnsavedGuard {
  isDirty(): boolean
  /** Something is unsaved until the returned function is called; `discard` puts it back to what is stored. */
  declare(discard: () => void): () => void
  /** Runs `go` at once when nothing would be lost, else after the user agreed to lose it. */
  leave(go: () => void): void
  /** What waits for the user's choice. */
  pending(): (() => void) | undefined
  /** The user's choice: `discard` loses the changes and goes on, `stay` cancels the navigation. */
  decide(choice: 'discard' | 'stay'): void
  subscribe(listener: () => void): () => void
}

/** One per element, so that two portals on one page do not ask for each other. */
export const createUnsavedGuard = (): UnsavedGuard => {
  const declared = new Set<() => void>()
  const listeners = new Set<() => void>()
  let waiting: (() => void) | undefined
  const wait = (go: (() => void) | undefined) => {
    waiting = go
    for (const listener of listeners) listener()
  }
  return {
    isDirty: () => declared.size > 0,
    declare(discard) {
      const own = () => discard()
      declared.add(own)
      return () => void declared.delete(own)
    },
    leave(go) {
      if (declared.size === 0) go()
      else wait(go)
    },
    pending: () => waiting,
    decide(choice) {
      const go = waiting
      wait(undefined)
      if (choice === 'stay') return
      const lost = [...declared]
      declared.clear()
      for (const discard of lost) discard()
      go?.()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
