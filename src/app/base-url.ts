import { OptionsError } from '../kernel/errors.ts'
import type { InitOptions } from './options.ts'

export const MISSING_BASE_URL = 'Edit the provider options: set contextOptions.baseUrl to the URL of your API.'

export type BaseUrl = string | ((path: string) => string)

const parses = (url: string): boolean => {
  try {
    return /^https?:$/.test(new URL(url, globalThis.location?.href).protocol)
  } catch {
    return false
  }
}

/** Returns the validated base URL; `undefined` in preview and builder mode. */
export const readBaseUrl = (options: InitOptions): BaseUrl | undefined => {
  const baseUrl = options.contextOptions?.baseUrl
  if (!baseUrl || typeof baseUrl === 'function') return baseUrl || undefined
  if (!parses(baseUrl)) {
    throw new OptionsError('contextOptions.baseUrl', `contextOptions.baseUrl must be an http(s) URL, not '${baseUrl}'.`)
  }
  return baseUrl
}

export const isPreview = (options: InitOptions): boolean => options.previewMode === true || options.builderMode === true

/**
 * Returns whether login is redirect-based. Preview never leaves the page; a host with a login box of its own may still
 * redirect.
 */
export const isHosted = (options: InitOptions): boolean =>
  !isPreview(options) && (options.authOptions?.hostedLoginBox ?? options.hostedLoginBox) === true

/**
 * Clears the page body and shows an alert that names the option to set if the base URL is missing. Runs only in a
 * browser and outside preview mode.
 *
 * @throws OptionsError
 */
export const refuseMissingBaseUrl = (options: InitOptions, page: Pick<Window, 'alert' | 'document'>): void => {
  if (isPreview(options) || readBaseUrl(options)) return
  page.document.body?.replaceChildren()
  page.alert(MISSING_BASE_URL)
  throw new OptionsError('contextOptions.baseUrl', MISSING_BASE_URL)
}
