import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { createTranslator, type Translator } from '../../i18n/create-translator.ts'
import type { FormatOptions } from '../../rules/account-date.ts'

export interface UiLocale {
  translator: Translator
  language: string
  dir: 'ltr' | 'rtl'
  /** Date formatting: the language, and the account's time zone and formats. */
  dates: FormatOptions
  now(): number
}

type AccountFormats = { [Key in Exclude<keyof FormatOptions, 'language'>]?: string | undefined }

const localeOf = (translator: Translator, formats: AccountFormats, now: () => number = Date.now): UiLocale => ({
  translator,
  language: translator.language,
  dir: translator.dir,
  dates: { language: translator.language, ...formats },
  now,
})

const LocaleContext = createContext<UiLocale>(localeOf(createTranslator({ language: 'en' }), {}))

interface LocaleProviderProps extends AccountFormats {
  translator: Translator
  now?: () => number
  children: ReactNode
}

/** Provides texts, language, time zone, formats and clock to every component inside. */
export const LocaleProvider = ({ translator, now, children, ...formats }: LocaleProviderProps) => {
  const { timeZone, dateFormat, timeFormat } = formats
  const locale = useMemo(() => {
    const account = {
      ...(timeZone && { timeZone }),
      ...(dateFormat && { dateFormat }),
      ...(timeFormat && { timeFormat }),
    }
    return localeOf(translator, account, now)
  }, [translator, timeZone, dateFormat, timeFormat, now])
  return <LocaleContext value={locale}>{children}</LocaleContext>
}

export const useLocale = (): UiLocale => useContext(LocaleContext)
