import { useLocale } from '../../../ui/locale/locale.tsx'
import { moreMessages } from './more.messages.ts'

export const useMoreText = () => useLocale().translator.translatorFor(moreMessages)
