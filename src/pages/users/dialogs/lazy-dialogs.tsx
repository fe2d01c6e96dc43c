import { type ComponentType, useEffect, useState } from 'react'
import type { UsersViewProps } from '../users.view.tsx'

/**
 * The dialogs are a chunk of their own that follows the first rows, so that the list does not wait for it. When it
 * did not arrive, it is asked for again by the press that needs it.
 */
export const LazyDialogs = (props: UsersViewProps) => {
  const { state, actions } = props
  const [Dialogs, setDialogs] = useState<ComponentType<UsersViewProps>>()
  const isNeeded = state.dialog !== null
  const isCalm = state.phase === 'ready' || state.phase === 'failed'
  const { dialogsMissing } = actions
  useEffect(() => {
    if (Dialogs || !(isNeeded || isCalm)) return
    let current = true
    import('./users-dialogs.tsx').then(
      ({ UsersDialogs }) => current && setDialogs(() => UsersDialogs),
      () => current && isNeeded && dialogsMissing(),
    )
    return () => {
      current = false
    }
  }, [Dialogs, isNeeded, isCalm, dialogsMissing])
  return Dialogs ? <Dialogs {...props} /> : null
}
