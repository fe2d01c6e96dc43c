import type { AuthStrategies, PortalConfiguration, PublicPolicy, VendorInfo } from '../entities/portal.ts'
import type { Clock } from '../kernel/clock.ts'
import type { KeyValue } from '../kernel/storage.ts'
import type { AuthRoutes } from '../rules/auth-routes.ts'
import type { Navigator, SessionPort } from './ports.ts'

/** What finding the page of an account with a login of its own needs. */
interface CustomHomeDeps {
  session: SessionPort
  clock: Clock
  navigator: Navigator
  local: KeyValue
  settings(): AppSettings
}

/** What the user chose on this device; what they did not choose is the host's. */
export interface Preferences {
  scheme?: 'page' | 'light' | 'dark' | 'system' | undefined
  /** A language tag; without effect while the host has no texts in it. */
  language?: string | undefined
}

/** What start-up loaded and the host configured; each part keeps its default when its call fails. */
export interface AppSettings {
  baseUrl: string
  /** As the host gave it, for URLs that a browser follows by itself. */
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
  /** Everything start-up asks for is here, or has failed. @default false */
  isStarted?: boolean
  /** The page is loaded once more in a moment: nothing of it may start. @default false */
  isLeaving?: boolean
  /** Until then (`performance.now()`) the form waits for what is shown with it, on a first visit. @default it doesn't wait */
  heldUntil?: number
  /** Where the first screen is kept in the tab's session storage. @default not kept */
  keptAs?: string
  /** URL of the captcha widget. @default the one of reCAPTCHA v3 */
  captchaScript?: string
  /** URL of the payment provider's script. @default the provider's own */
  cardScript?: string
  /** Redirect-based login instead of the embedded box. @default false */
  hosted?: boolean
  /** Signing out continues at the identity provider where its connection has a logout URL. @default true */
  singleLogout?: boolean
  /** Where `redirectUrl` may lead besides the page's own origin. @default none */
  redirect?: { allowedOrigins: readonly string[]; includeQuery: boolean }
  /** Admin-box configuration merged from the host's options or the API. */
  configuration?: PortalConfiguration
  /** After signing in the user chooses between the host's app and this browser. @default false */
  opensApp?: boolean
  /** Where users of an account with a login of its own go after signing in, if anywhere. */
  customHome?(deps: CustomHomeDeps): Promise<string | undefined>
  /** The page where they sign in again after signing out. @default the route `loginUrl` */
  customLoginUrl?: string
  /** What the user chose on this device. @default nothing */
  preferences?: Preferences
  /** The default language, English, and the languages of the host's texts. */
  languages?: readonly string[]
  /** The host's theme options; `theme/` reads what it knows. */
  theme?: Readonly<Record<string, unknown>>
}

/** A flag is on only when its value is exactly `on`. */
export const isFlagOn = (settings: Pick<AppSettings, 'flags'>, flag: string): boolean => settings.flags[flag] === 'on'
