import { isAllowedOrigin } from '../../call/origins.ts'
import { badRequest } from '../../call/refusal.ts'
import type { BackendConfig } from '../../ports.ts'
import { isLoginScreen } from './login-screens.ts'

/** The login page of the authorization server is on the API's own origin. */
const isLoginPage = ({ apiUrl, loginScript }: BackendConfig, { origin, pathname }: URL): boolean =>
  loginScript !== undefined && origin === apiUrl && isLoginScreen(pathname)

/** A code comes back only to pages of the host application or our login page; the provider compares the whole address. */
export const assertAllowedRedirect = (config: BackendConfig, redirectUri: string): void => {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined
  const isOurs = url && (isAllowedOrigin(config, url.origin) || isLoginPage(config, url))
  const isFit = isOurs && !url.hash && !url.username && !url.password
  if (!isFit) throw badRequest('redirectUri must be a URL of the application')
}
