import { isAllowedOrigin } from '../http/cors.ts'
import { badRequest } from '../http/refusal.ts'
import type { BackendConfig } from '../ports.ts'

/** A code comes back only to pages of the host application; the provider compares the whole address. */
export const assertAllowedRedirect = (config: BackendConfig, redirectUri: string): void => {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined
  const isFit = url && isAllowedOrigin(config, url.origin) && !url.hash && !url.username && !url.password
  if (!isFit) throw badRequest('redirectUri must be an address of the application')
}
