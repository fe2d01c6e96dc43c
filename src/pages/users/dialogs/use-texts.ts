import { useLocale } from '../../../ui/locale/locale.tsx'
import { dialogsMessages, memberDialogsMessages } from './dialogs.messages.ts'

export const useDialogText = () => useLocale().translator.translatorFor(dialogsMessages)

export const useMemberDialogText = () => useLocale().translator.translatorFor(memberDialogsMessages)
