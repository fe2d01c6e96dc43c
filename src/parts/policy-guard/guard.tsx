import { useTexts } from '../../feature/feature-context.tsx'
import { guardMessages } from './guard.messages.ts'
import { GuardDialog, type GuardDialogProps } from './guard-dialog.tsx'

/** The dialog of a tab's guard, with its texts. */
export const Guard = (props: Omit<GuardDialogProps, 't'>) => <GuardDialog {...props} t={useTexts(guardMessages)} />
