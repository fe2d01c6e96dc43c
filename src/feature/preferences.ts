import { languagesIn } from '../i18n/language.ts'
import { isRecord, jsonText, parseJson } from '../kernel/safe-json.ts'
import type { KeyValue } from '../kernel/storage.ts'
import { type AppStore, withSettings } from './app-state.ts'
import type { AppSettings, Preferences } from './settings.ts'

const SCHEMES = ['page', 'light', 'dark', 'system'] as const

const KEY = 'fe-preferences'

export const readPreferences = (local: KeyValue): Preferences => {
  const kept = parseJson(local.get(KEY))
  if (!isRecord(kept)) return {}
  const scheme = SCHEMES.find((one) => one === kept.scheme)
  return { ...(scheme && { scheme }), ...(typeof kept.language === 'string' && { language: kept.language }) }
}

/** Stores the preferences. They apply at once in all elements of the app, and in other tabs. */
export const keepPreferences = (store: AppStore, local: KeyValue, preferences: Preferences): void => {
  local.set(KEY, jsonText(preferences))
  store.setState(withSettings({ preferences }))
}

/** Applies preferences that another tab stores. */
export const followPreferences = (
  store: AppStore,
  local: KeyValue,
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): (() => void) => {
  const follow = ({ key }: StorageEvent) => {
    // An event without a key means that the storage was cleared.
    if (key === KEY || key === null) store.setState(withSettings({ preferences: readPreferences(local) }))
  }
  page.addEventListener('storage', follow)
  return () => page.removeEventListener('storage', follow)
}

/** Returns the default language, English, and those for which the host or the admin-box configuration has texts. */
export const offeredLanguages = ({
  languages = [],
  configuration,
}: Pick<AppSettings, 'languages' | 'configuration'>): readonly string[] => [
  ...new Set([...languages, ...languagesIn(configuration?.localizations)]),
]

/** Returns the user's language if it is among the available ones. */
export const chosenLanguage = (
  settings: Pick<AppSettings, 'configuration' | 'languages' | 'preferences'>,
): string | undefined => {
  const language = settings.preferences?.language
  return language && offeredLanguages(settings).includes(language) ? language : undefined
}
