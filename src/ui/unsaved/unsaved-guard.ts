import { createContext, useContext, useEffect, useRef } from 'react'

/** Tracks whether the screen has unsaved changes, and asks before they are lost. */
export interface UnsavedGuard {
  isDirty(): boolean
  /** Declares unsaved changes until the returned function is called. `discard` restores the stored values. */
  declare(discard: () => void): () => void
  /** Runs `go` at once when nothing would be lost, otherwise after the user agreed to lose the changes. */
  leave(go: () => void): void
  /** The navigation that waits for the user's choice. */
  pending(): (() => void) | undefined
  /** Applies the user's choice: `discard` drops the changes and continues, `stay` cancels the navigation. */
  decide(choice: 'discard' | 'stay'): void
  subscribe(listener: () => void): () => void
}

/** Creates the guard of one element; two portals on one page don't share one. */
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

/** Default outside of a guard: every navigation runs at once, without a confirmation. */
const UnsavedContext = createContext<UnsavedGuard>({ ...createUnsavedGuard(), leave: (go) => go() })

export const UnsavedGuardProvider = UnsavedContext.Provider

/**
 * Declares that this page or form has unsaved changes. Menu, back button, account switch, sign-out, closing the portal
 * and closing the tab then ask first. `discard` is called when the user agrees to lose them. It must restore the stored
 * values, because a page's state outlives its view.
 */
export const useUnsaved = (isDirty: boolean, discard: () => void): void => {
  const guard = useContext(UnsavedContext)
  const latest = useRef(discard)
  latest.current = discard
  useEffect(() => {
    if (!isDirty) return
    return guard.declare(() => latest.current())
  }, [guard, isDirty])
}

/**
 * Returns the function for actions that leave unsaved changes. It runs them at once when there are none, otherwise
 * after asking.
 */
export const useLeave = (): UnsavedGuard['leave'] => useContext(UnsavedContext).leave
