import { type ComponentType, useEffect, useState } from 'react'
import type { PrivacyViewProps } from '../privacy.view.tsx'

/** The dialogs follow the page; when they did not arrive, the press that needs them asks again. */
export const LazyDialogs = (props: PrivacyViewProps) => {
  const { state, actions } = props
  const [Dialogs, setDialogs] = useState<ComponentType<PrivacyViewProps>>()
  const isNeeded = state.dialog !== null
  const isCalm = state.phase !== 'loading'
  const { dialogsMissing } = actions
  useEffect(() => {
    if (Dialogs || !(isNeeded || isCalm)) return
    let current = true
    import('./privacy-dialogs.tsx').then(
      ({ PrivacyDialogs }) => current && setDialogs(() => PrivacyDialogs),
      () => current && isNeeded && dialogsMissing(),
    )
    return () => {
      current = false
    }
  }, [Dialogs, isNeeded, isCalm, dialogsMissing])
  return Dialogs ? <Dialogs {...props} /> : null
}
