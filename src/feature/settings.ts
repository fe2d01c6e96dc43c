import type { AuthStrategies, PortalConfiguration, PublicPolicy, VendorInfo } from '../entities/portal.ts'
import type { Clock } from '../kernel/clock.ts'
import type { KeyValue } from '../kernel/storage.ts'
import type { AuthRoutes } from '../rules/auth-routes.ts'
import type { Navigator, SessionPort } from './ports.ts'

/** Dependencies of the search for the page of an account with a login of its own. */
interface CustomHomeDeps {
  session: SessionPort
  clock: Clock
  navigator: Navigator
  local: KeyValue
  settings(): AppSettings
}

/** Settings that the user chose on this device; all others are the host's. */
export interface Preferences {
  scheme?: 'page' | 'light' | 'dark' | 'system' | undefined
  /** Language tag; it has no effect while the host has no texts in that language. */
  language?: string | undefined
}

/** Settings that start-up loaded and the host configured; each part keeps its default when its call fails. */
export interface AppSettings {
  baseUrl: string
  /** The host's API settings, for URLs that a browser follows itself. */
  api?: { baseUrl: string | ((path: string) => string); urlPrefix?: string }
  flags: Readonly<Record<string, string>>
  policy?: PublicPolicy
  strategies?: AuthStrategies
  vendor?: VendorInfo
  routes: AuthRoutes
  basename: string
  urlStrategy: 'path' | 'hash'
  /** Path of an auth route for which the page's server has no page. @default none is known */
  missingRoute?: string
  preview: boolean
  /** Whether everything that start-up requests has loaded or failed. @default false */
  isStarted?: boolean
  /** Whether the page is about to reload; no part of it may start. @default false */
  isLeaving?: boolean
  /** Key of the first screen in the tab's session storage. @default not kept */
  keptAs?: string
  /** URL of the captcha script. @default the one of reCAPTCHA v3 */
  captchaScript?: string
  /** URL of the payment provider's script. @default the provider's own */
  cardScript?: string
  /** Whether redirect-based login replaces the embedded box. @default false */
  hosted?: boolean
  /** Whether signing out continues at the identity provider if its connection has a logout URL. @default true */
  singleLogout?: boolean
  /** Origins that `redirectUrl` may lead to besides the page's own. @default none */
  redirect?: { allowedOrigins: readonly string[]; includeQuery: boolean }
  /** Admin-box configuration, merged from the host's options or the API. */
  configuration?: PortalConfiguration
  /** Whether the user chooses between the host's app and this browser after signing in. @default false */
  opensApp?: boolean
  /** Returns where users of an account with a login of its own go after signing in, if anywhere. */
  customHome?(deps: CustomHomeDeps): Promise<string | undefined>
  /** Page where they sign in again after signing out. @default the route `loginUrl` */
  customLoginUrl?: string
  /** Settings that the user chose on this device. @default nothing */
  preferences?: Preferences
  /** The default language, English, and the languages of the host's texts. */
  languages?: readonly string[]
  /** The host's theme options; `theme/` reads the ones it supports. */
  theme?: Readonly<Record<string, unknown>>
}

/** Returns whether a flag is on, which requires the exact value `on`. */
export const isFlagOn = (settings: Pick<AppSettings, 'flags'>, flag: string): boolean => settings.flags[flag] === 'on'
