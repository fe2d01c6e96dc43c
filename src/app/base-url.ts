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

/** The checked base URL; in preview and builder mode there is none. */
export const readBaseUrl = (options: InitOptions): BaseUrl | undefined => {
  const baseUrl = options.contextOptions?.baseUrl
  if (!baseUrl || typeof baseUrl === 'function') return baseUrl || undefined
  if (!parses(baseUrl)) {
    throw new OptionsError('contextOptions.baseUrl', `contextOptions.baseUrl must be an http(s) URL, not '${baseUrl}'.`)
  }
  return baseUrl
}

export const isPreview = (options: InitOptions): boolean => options.previewMode === true || options.builderMode === true

/** Redirect-based login; preview never leaves the page, and a host that draws its own box may still redirect. */
export const isHosted = (options: InitOptions): boolean =>
  !isPreview(options) && (options.authOptions?.hostedLoginBox ?? options.hostedLoginBox) === true

/**
 * Without a base URL the page body is cleared and an alert says what to edit. Only in a browser and
 * outside preview mode.
 *
 * @throws OptionsError
 */
export const refuseMissingBaseUrl = (options: InitOptions, page: Pick<Window, 'alert' | 'document'>): void => {
  if (isPreview(options) || readBaseUrl(options)) return
  page.document.body?.replaceChildren()
  page.alert(MISSING_BASE_URL)
  throw new OptionsError('contextOptions.baseUrl', MISSING_BASE_URL)
}
