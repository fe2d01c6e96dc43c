import { createContext, useContext, useEffect, useRef } from 'react'
import { createUnsavedGuard, type UnsavedGuard } from './unsaved-guard.ts'

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
