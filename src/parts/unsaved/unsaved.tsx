import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { useUiText } from '../../ui/locale/ui-text.ts'
import { type UnsavedGuard, UnsavedGuardProvider } from '../../ui/unsaved/unsaved-guard.ts'

export { useLeave, useUnsaved } from '../../ui/unsaved/unsaved-guard.ts'

/** Shows the browser's own prompt, because only the browser can keep a tab open. */
const useUnloadConfirmation = (guard: UnsavedGuard) => {
  useEffect(() => {
    const promptUser = (event: BeforeUnloadEvent) => {
      if (guard.isDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', promptUser)
    return () => window.removeEventListener('beforeunload', promptUser)
  }, [guard])
}

/** Asks before unsaved changes inside it are lost. */
export const UnsavedBoundary = ({ guard, children }: { guard: UnsavedGuard; children: ReactNode }) => {
  const t = useUiText()
  const isAsking = useSyncExternalStore(guard.subscribe, guard.pending) !== undefined
  useUnloadConfirmation(guard)
  return (
    <UnsavedGuardProvider value={guard}>
      {children}
      <ConfirmDialog
        open={isAsking}
        title={t('discardTitle')}
        text={t('discardText')}
        cancelLabel={t('keepEditing')}
        confirmLabel={t('discard')}
        danger
        onClose={() => guard.decide('stay')}
        onConfirm={() => guard.decide('discard')}
      />
    </UnsavedGuardProvider>
  )
}
