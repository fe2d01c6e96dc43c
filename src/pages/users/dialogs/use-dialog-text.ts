import { useLocale } from '../../../ui/locale/locale.tsx'
import { dialogsMessages } from './dialogs.messages.ts'

export const useDialogText = () => useLocale().translator.translatorFor(dialogsMessages)
