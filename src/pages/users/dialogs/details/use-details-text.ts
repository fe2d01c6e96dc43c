import { useLocale } from '../../../../ui/locale/locale.tsx'
import { detailsMessages } from '../details.messages.ts'

export const useDetailsText = () => useLocale().translator.translatorFor(detailsMessages)
