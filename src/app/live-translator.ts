import type { AppStore } from '../feature/app-state.ts'
import { createTranslator, type Translator } from '../i18n/create-translator.ts'
import type { Logger } from '../kernel/logger.ts'
import { safeMerge } from '../kernel/safe-merge.ts'
import type { InitOptions } from './options.ts'

/** The texts in force: the host's over those of the admin-box configuration, which may arrive later. */
export const createLiveTranslator = (options: InitOptions, store: AppStore, log: Logger): (() => Translator) => {
  const make = () => {
    const fetched = store.getState().settings.configuration?.localizations
    const overrides = safeMerge(safeMerge({}, fetched), options.localizations)
    return createTranslator({ language: options.language, overrides, log })
  }
  let from = store.getState().settings.configuration?.localizations
  let made = make()
  return () => {
    const fetched = store.getState().settings.configuration?.localizations
    if (fetched !== from) {
      from = fetched
      made = make()
    }
    return made
  }
}
