import { isPreview, readBaseUrl } from '../app/base-url.ts'
import { firstSettings } from '../app/initial-settings.ts'
import type { InitOptions } from '../app/options.ts'
import { readHash } from '../elements/admin-portal/portal-hash.ts'
import { isOldBrowser } from '../elements/old-browser.ts'
import { chosenLanguage, readPreferences } from '../feature/preferences.ts'
import type { AppSettings } from '../feature/settings.ts'
import { createTranslator, type Translator } from '../i18n/create-translator.ts'
import { safeMerge } from '../kernel/safe-merge.ts'
import { createStorage, type KeyValue, USER_ID_KEY } from '../kernel/storage.ts'
import { authRouteOf } from '../navigation/auth-route.ts'
import { logoOf } from '../parts/auth-card/brand.ts'
import { isSocialOnTop } from '../parts/social/social-place.ts'

/** Everything that decides how the first screen looks before any response. */
export interface FirstLook {
  /** Whether the page is the login route, where `init` adds a box; otherwise a box is painted where the page has one. */
  isRoute: boolean
  /** Name of the vendor, if an earlier page of this tab has loaded it. */
  name: string | undefined
  /** Appearance that the user has chosen on this device. */
  scheme: string | undefined
  translator: Translator
  local: KeyValue
}

const isEmpty = (options: unknown) => !options || Object.keys(options).length === 0

const quiet = { warn() {} }

type FirstSettings = Pick<AppSettings, 'configuration' | 'hosted' | 'theme' | 'vendor'>

/** Returns whether React's first screen is the plain card, without a theme, a logo or anything above the form. */
const isPlain = (settings: FirstSettings): boolean =>
  isEmpty(settings.theme) && isEmpty(settings.configuration?.themeV2) && !logoOf(settings) && !isSocialOnTop(settings)

const isFirstScreen = (options: InitOptions, settings: FirstSettings, local: KeyValue): boolean =>
  !isPreview(options) &&
  !settings.hosted &&
  !options.customLoginBox &&
  readBaseUrl(options) !== undefined &&
  isPlain(settings) &&
  // A returning user waits for their session, and a deep link for the portal.
  local.get(USER_ID_KEY) === undefined &&
  readHash(location.hash) === undefined &&
  // A page in a frame must prove that it may take input.
  window.parent === window &&
  !isOldBrowser()

/** Returns how the first screen looks; `undefined` if the page doesn't begin with the email step in its plain look. */
export const firstLook = (options: InitOptions): FirstLook | undefined => {
  const local = createStorage('local')
  const read = { ...firstSettings(options, quiet), preferences: readPreferences(local) }
  if (!isFirstScreen(options, read, local)) return undefined
  const route = authRouteOf(new URL(location.href), read)
  if (route !== undefined && route !== 'loginUrl') return undefined
  const overrides = safeMerge(safeMerge({}, read.configuration?.localizations), options.localizations)
  return {
    isRoute: route !== undefined,
    name: read.vendor?.name,
    scheme: read.preferences.scheme,
    translator: createTranslator({ language: chosenLanguage(read) ?? options.language, overrides }),
    local,
  }
}
