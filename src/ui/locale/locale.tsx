import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { createTranslator, type Translator } from '../../i18n/create-translator.ts'

export interface UiLocale {
  translator: Translator
  language: string
  dir: 'ltr' | 'rtl'
  timeZone: string | undefined
  now(): number
}

const localeOf = (translator: Translator, timeZone?: string, now: () => number = Date.now): UiLocale => ({
  translator,
  language: translator.language,
  dir: translator.dir,
  timeZone,
  now,
})

const LocaleContext = createContext<UiLocale>(localeOf(createTranslator({ language: 'en' })))

export interface LocaleProviderProps {
  translator: Translator
  /** The account's time zone. */
  timeZone?: string
  now?: () => number
  children: ReactNode
}

/** Words, language, time zone and clock of every component inside. */
export const LocaleProvider = ({ translator, timeZone, now, children }: LocaleProviderProps) => {
  const locale = useMemo(() => localeOf(translator, timeZone, now), [translator, timeZone, now])
  return <LocaleContext value={locale}>{children}</LocaleContext>
}

export const useLocale = (): UiLocale => useContext(LocaleContext)
