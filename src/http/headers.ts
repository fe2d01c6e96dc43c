import type { AnyEndpoint } from '../contract/endpoint.ts'
import type { Logger } from '../kernel/logger.ts'
import type { HttpOptions, Pairs } from './options.ts'

type Values = Readonly<Record<string, string | undefined>>
type Named = Pick<HttpOptions, 'requestSource' | 'scopedTenant' | 'metadataHeaders'> & { log: Pick<Logger, 'warn'> }

const builtIn = (endpoint: AnyEndpoint, options: Named, alias: string | undefined): Values => ({
  // A form sets its own type, with a boundary if it has one.
  'Content-Type': endpoint.flags.multipart || endpoint.flags.form ? undefined : 'application/json',
  'frontegg-source': options.requestSource?.(),
  'frontegg-scoped-tenant': options.scopedTenant?.(),
  'frontegg-login-alias': alias,
  'x-frontegg-sdk': options.metadataHeaders?.fronteggSdkVersion,
  'x-frontegg-framework': options.metadataHeaders?.framework,
})

/**
 * Returns the headers of a call, except `Authorization`; the host's take precedence, so that it can replace any of
 * ours.
 */
export const headersOf = (
  endpoint: AnyEndpoint,
  options: Named,
  alias: string | undefined,
  additional: Pairs,
): Headers => {
  const headers = new Headers()
  const set = (name: string, value: string | undefined) => {
    if (value === undefined || value === '') return
    try {
      headers.set(name, value)
    } catch {
      options.log.warn(`The header ${JSON.stringify(name)} is not valid and was left out`)
    }
  }
  for (const [name, value] of Object.entries(builtIn(endpoint, options, alias))) set(name, value)
  for (const { key, value } of additional) set(key, value)
  return headers
}
