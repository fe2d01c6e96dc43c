import type { Translate } from '../../i18n/messages.ts'
import { useLocale } from './locale.tsx'
import { type UiTexts, uiMessages } from './ui.messages.ts'

/** Returns the kit's own texts. It is separate from the locale because the first screen shows none of them. */
export const useUiText = (): Translate<UiTexts> => useLocale().translator.translatorFor(uiMessages)
