import { type ComponentType, useEffect, useState } from 'react'

interface LazyDialogsProps<Props extends object> {
  load(): Promise<ComponentType<Props>>
  /** A dialog is open, and waits for it. */
  isNeeded: boolean
  /** The list is rendered: there is time for it. */
  isCalm: boolean
  onMissing(): void
  props: Props
}

/**
 * The dialogs of a page are a chunk of their own that follows the first rows, so that the list does not wait for it.
 * When it did not arrive, it is asked for again by the press that needs it.
 */
export const LazyDialogs = <Props extends object>(given: LazyDialogsProps<Props>) => {
  const { load, isNeeded, isCalm, onMissing, props } = given
  const [Dialogs, setDialogs] = useState<ComponentType<Props>>()
  useEffect(() => {
    if (Dialogs || !(isNeeded || isCalm)) return
    let current = true
    load().then(
      (component) => current && setDialogs(() => component),
      () => current && isNeeded && onMissing(),
    )
    return () => {
      current = false
    }
  }, [Dialogs, isNeeded, isCalm, load, onMissing])
  return Dialogs ? <Dialogs {...props} /> : null
}
