import type { AppSettings } from '../feature/settings.ts'
import { languagesWith } from '../i18n/language.ts'
import type { Logger } from '../kernel/logger.ts'
import { isRecord, parseJson, toJson } from '../kernel/safe-json.ts'
import { safeMerge } from '../kernel/safe-merge.ts'
import { createStorage } from '../kernel/storage.ts'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import { isHosted, isPreview } from './base-url.ts'
import type { InitOptions } from './options.ts'
import { isHashRoute } from './served-route.ts'

/** Public responses only, which a signed-out visitor may read. */
const PARTS = ['policy', 'strategies', 'vendor', 'configuration'] as const

/** Returns what start-up loaded on an earlier page of this tab. It is rendered at once and replaced by current data. */
const keptFirstScreen = (key: string): Partial<AppSettings> => {
  const kept = parseJson(createStorage('session').get(key))
  if (!isRecord(kept)) return {}
  return Object.fromEntries(PARTS.flatMap((part) => (isRecord(kept[part]) ? [[part, kept[part]]] : [])))
}

export const keepFirstScreen = (settings: AppSettings): void => {
  if (!settings.keptAs) return
  const text = toJson(Object.fromEntries(PARTS.map((part) => [part, settings[part]])))
  if (text) createStorage('session').set(settings.keptAs, text)
}

/**
 * Returns `undefined` with an account's own login, in preview and with a provider, where another page may show other
 * settings.
 */
const keyOf = ({ contextOptions = {}, ...options }: InitOptions): string | undefined => {
  const { baseUrl, clientId = '', tenantResolver } = contextOptions
  const isKept = typeof baseUrl === 'string' && !tenantResolver && !isPreview(options) && !isHosted(options)
  return isKept ? `fe-first-screen|${baseUrl}|${clientId}` : undefined
}

/**
 * Returns `hash` when the page was opened at a hash route, as on a server without a fallback for the auth routes, and
 * in a document whose URL has no path, such as that of a frame's `srcdoc`, even with `onRedirectTo`; elsewhere a host
 * with `onRedirectTo` uses paths.
 */
const strategyOf = (options: InitOptions, settings: Pick<AppSettings, 'routes' | 'basename'>): 'path' | 'hash' => {
  if (options.urlStrategy) return options.urlStrategy
  const page = window.location.href
  if (!URL.canParse('/', page)) return 'hash'
  if (options.onRedirectTo || isPreview(options)) return 'path'
  return isHashRoute(new URL(page), { ...settings, urlStrategy: 'hash' }) ? 'hash' : 'path'
}

type Log = Pick<Logger, 'warn'>

type FirstSettings = Pick<
  AppSettings,
  'basename' | 'configuration' | 'hosted' | 'languages' | 'routes' | 'theme' | 'urlStrategy' | 'vendor'
>

const ignoredIn = (part: string, log: Log) => (path: string) => log.warn(`${part}.${path} was left out`)

/**
 * Returns the settings that decide how the first screen looks: the host's options over what an earlier page loaded, over
 * the defaults.
 */
export const firstSettings = (options: InitOptions, log: Log): FirstSettings => {
  const keptAs = keyOf(options)
  const routes = safeMerge(DEFAULT_ROUTES, options.authOptions?.routes, ignoredIn('authOptions.routes', log))
  const { basename = '' } = options
  return {
    ...(keptAs && { keptAs, ...keptFirstScreen(keptAs) }),
    routes,
    basename,
    urlStrategy: strategyOf(options, { routes, basename }),
    hosted: isHosted(options),
    ...(options.metadata && { configuration: safeMerge({}, options.metadata, ignoredIn('metadata', log)) }),
    languages: languagesWith(options.language, globalThis.document?.documentElement.lang, options.localizations),
    theme: safeMerge({}, options.themeOptions, ignoredIn('themeOptions', log)),
  }
}

/** Returns the settings known before any response. */
export const initialSettings = (options: InitOptions, log: Log): AppSettings => {
  const baseUrl = options.contextOptions?.baseUrl
  const preview = isPreview(options)
  return {
    ...firstSettings(options, log),
    baseUrl: typeof baseUrl === 'string' ? baseUrl : '',
    ...(baseUrl && { api: { baseUrl, urlPrefix: options.contextOptions?.urlPrefix } }),
    opensApp: options.enableOpenAppRoute,
    // The flags of preview arrive with the response.
    flags: preview ? {} : { ...options.overrideFeatureFlags },
    preview,
    captchaScript: options.authOptions?.captchaScriptUrl,
    cardScript: options.subscriptionsOptions?.cardScriptUrl,
    singleLogout: options.authOptions?.singleLogout ?? true,
    redirect: {
      allowedOrigins: options.authOptions?.allowedRedirectOrigins ?? [],
      includeQuery: options.authOptions?.includeQueryParam ?? false,
    },
  }
}
