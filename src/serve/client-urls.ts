import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'

interface ClientUrls {
  redirectUris: string[]
  postLogoutRedirectUris: string[]
}

const unique = (urls: readonly string[]): string[] => [...new Set(urls)]

/**
 * Returns the URLs that hosted login may redirect to after a sign-in and a sign-out: the default routes of every origin
 * that may call the API, and those of the settings.
 */
export const clientUrls = (origins: readonly string[], more: Partial<ClientUrls> = {}): ClientUrls => ({
  redirectUris: unique([
    ...origins.map((origin) => origin + DEFAULT_ROUTES.hostedLoginRedirectUrl),
    ...(more.redirectUris ?? []),
  ]),
  postLogoutRedirectUris: unique([
    ...origins.flatMap((origin) => ['', '/', DEFAULT_ROUTES.loginUrl].map((path) => origin + path)),
    ...(more.postLogoutRedirectUris ?? []),
  ]),
})
