import { createContext, useContext, useEffect, useRef } from 'react'
import { createUnsavedGuard, type UnsavedGuard } from './unsaved-guard.ts'

/** Outside a guard nothing asks and every user leaves at once. */
const UnsavedContext = createContext<UnsavedGuard>({ ...createUnsavedGuard(), leave: (go) => go() })

export const UnsavedGuardProvider = UnsavedContext.Provider

/**
 * Says that this page or form holds changes that are not saved. Menu, back button, account switch, sign-out, closing
 * the portal and closing the tab then ask first. `discard` is called when the user agrees to lose them: it must put
 * the state back to what is stored, because a page's state outlives its view.
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

/** For whatever leads away from unsaved work: runs at once when there is none, else after asking. */
export const useLeave = (): UnsavedGuard['leave'] => useContext(UnsavedContext).leave
