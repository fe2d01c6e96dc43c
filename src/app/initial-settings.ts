import type { AppSettings } from '../feature/settings.ts'
import type { Logger } from '../kernel/logger.ts'
import { safeMerge } from '../kernel/safe-merge.ts'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import { isHosted, isPreview } from './base-url.ts'
import type { InitOptions } from './options.ts'
import { PREVIEW_FLAGS } from './preview-flags.ts'

/** What is known before any response: the host's options over the defaults. */
export const initialSettings = (options: InitOptions, log: Logger): AppSettings => {
  const ignored = (part: string) => (path: string) => log.warn(`${part}.${path} was left out`)
  const baseUrl = options.contextOptions?.baseUrl
  const preview = isPreview(options)
  return {
    baseUrl: typeof baseUrl === 'string' ? baseUrl : '',
    ...(baseUrl && { api: { baseUrl, urlPrefix: options.contextOptions?.urlPrefix } }),
    opensApp: options.enableOpenAppRoute,
    flags: preview ? PREVIEW_FLAGS : { ...options.overrideFeatureFlags },
    routes: safeMerge(DEFAULT_ROUTES, options.authOptions?.routes, ignored('authOptions.routes')),
    basename: options.basename ?? '',
    urlStrategy: options.urlStrategy ?? 'path',
    preview,
    captchaScript: options.authOptions?.captchaScriptUrl,
    hosted: isHosted(options),
    redirect: {
      allowedOrigins: options.authOptions?.allowedRedirectOrigins ?? [],
      includeQuery: options.authOptions?.includeQueryParam ?? false,
    },
    configuration: options.metadata ? safeMerge({}, options.metadata, ignored('metadata')) : undefined,
    theme: safeMerge({}, options.themeOptions, ignored('themeOptions')),
  }
}
