import { type ComponentType, useEffect, useState } from 'react'
import type { ProfileViewProps } from '../profile.view.tsx'

/** The dialogs follow the page; when they did not arrive, the press that needs them asks again. */
export const LazyDialogs = (props: ProfileViewProps) => {
  const { state, actions } = props
  const [Dialogs, setDialogs] = useState<ComponentType<ProfileViewProps>>()
  const isNeeded = state.dialog !== null
  const isCalm = state.phase !== 'loading'
  const { dialogsMissing } = actions
  useEffect(() => {
    if (Dialogs || !(isNeeded || isCalm)) return
    let current = true
    import('./profile-dialogs.tsx').then(
      ({ ProfileDialogs }) => current && setDialogs(() => ProfileDialogs),
      () => current && isNeeded && dialogsMissing(),
    )
    return () => {
      current = false
    }
  }, [Dialogs, isNeeded, isCalm, dialogsMissing])
  return Dialogs ? <Dialogs {...props} /> : null
}
