import type { AppStore } from '../feature/app-state.ts'
import { chosenLanguage } from '../feature/preferences.ts'
import { createTranslator, type Translator } from '../i18n/create-translator.ts'
import { isolating } from '../i18n/isolate.ts'
import type { Logger } from '../kernel/logger.ts'
import { safeMerge } from '../kernel/safe-merge.ts'
import type { InitOptions } from './options.ts'

/**
 * Creates the translator in use: the host's texts over those of the admin-box configuration, which may arrive later.
 */
export const createLiveTranslator = (options: InitOptions, store: AppStore, log: Logger): (() => Translator) => {
  const read = () => {
    const { settings } = store.getState()
    return { fetched: settings.configuration?.localizations, chosen: chosenLanguage(settings) }
  }
  const make = ({ fetched, chosen }: ReturnType<typeof read>) => {
    const overrides = safeMerge(safeMerge({}, fetched), options.localizations)
    return isolating(createTranslator({ language: chosen ?? options.language, overrides, log }))
  }
  let from = read()
  let made = make(from)
  return () => {
    const now = read()
    if (now.fetched !== from.fetched || now.chosen !== from.chosen) {
      from = now
      made = make(from)
    }
    return made
  }
}
