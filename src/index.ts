import type { InitOptions } from './app/options.ts'
import type { FeApp } from './app/public-app.ts'
import type { Renderer, RendererOptions } from './elements/renderers.ts'
import { loadCore } from './entry/core.ts'
import { loadedCore } from './entry/core-slot.ts'
import { initEarly } from './entry/early-app.ts'
import { createEarlyRenderer } from './entry/early-renderer.ts'

export type { CheckoutOptions } from './app/checkout-options.ts'
export type { ExplainQuery, Explanation } from './app/entitlements/explain.ts'
export type { EntitledTo } from './app/entitlements/public.ts'
export type { CustomAttributes } from './app/entitlements/service.ts'
export type { Headless, HeadlessSettings, RedirectToOptions } from './app/headless/headless.ts'
export type {
  AuthOptions,
  ContextOptions,
  EventCallbacks,
  InitOptions,
  RedirectOptions,
} from './app/options.ts'
export type { FeApp, LoginWithRedirectOptions, PublicState, StepUpOptions } from './app/public-app.ts'
export type {
  AdminPortalTheme,
  LoginBoxTheme,
  ThemeFill,
  ThemeOptions,
  ThemePalette,
  ThemeSignUp,
  ThemeStyle,
  ThemeTypography,
  UsersPageTheme,
} from './app/theme-options.ts'
export type {
  AdminPortalMarkup,
  CheckoutMarkup,
  FeAdminPortalElement,
  FeCheckoutElement,
  FeElementMarkup,
  FeElementTagNameMap,
  FeGateElement,
  FeLoginBoxElement,
  FePricingTableElement,
  GateMarkup,
  LoginBoxMarkup,
  PricingTableMarkup,
  ThemeTokenValues,
} from './elements/element-types.ts'
export type { FeEventMap } from './elements/event-map.ts'
export type { GateAttributes } from './elements/gate/gate-attributes.ts'
export type { EntitlementResult } from './entities/entitlements.ts'
export type { EventData, WebhookEvent } from './entities/events.ts'
export type { Localizations } from './i18n/text-keys.ts'
export { HttpError, NetworkError, OptionsError, StoreNameMismatchError, TimeoutError } from './kernel/errors.ts'
export type { PortalPageName } from './navigation/portal-page-name.ts'
export type { Impersonator } from './session/token.ts'
export type { ThemeToken } from './theme/theme-token.ts'
export type { SchemeName } from './theme/theme-values.ts'

/** Version of this build. */
export const version: string = __FE_VERSION__

const refuseServer = (): void => {
  if (typeof window !== 'undefined') return
  throw new Error(
    'init runs in browsers only. Call it in useEffect, onMounted, onMount or a client component, in SvelteKit if `browser`, in Nuxt if `import.meta.client`, in Astro in a <script>; on servers use front-entry/server.',
  )
}

/**
 * Starts Front Entry on this page: creates the app, registers the elements, and adds a login box for the auth routes
 * when the page has none. A second call with the same name and base URL returns the same app and logs a warning that
 * lists options that differ. On localhost, where hot updates may call it again, a different base URL or client ID
 * restarts the app, and invalid options leave the running app unchanged.
 *
 * @param options See {@link InitOptions}.
 * @param name Apps with different names can run side by side; an element selects its app with `app`. @default 'default'
 * @throws Error when called on a server
 * @throws OptionsError that names the invalid option; a missing base URL also clears the page body first. A second call
 * on localhost logs it instead
 * @throws StoreNameMismatchError when the name is in use with another base URL; on localhost only if an element's
 * `base-url` started that app
 * @example
 * const app = fe.init({ contextOptions: { baseUrl: 'https://auth.example.com' } })
 * await app.ready()
 */
export const init = (options: InitOptions, name = 'default'): FeApp => {
  refuseServer()
  return initEarly(options, name)
}

/**
 * Registers the elements: at once if their code has loaded, otherwise when it has. A second copy on the page is harmless:
 * the first definition stays. Does nothing on a server.
 *
 * - `<fe-login-box app base-url client-id preview>`
 * - `<fe-admin-portal app base-url client-id preview page open mode="inline|dialog" heading-level>`
 * - `<fe-checkout app base-url client-id preview plan-id open mode="inline|dialog">`
 * - `<fe-pricing-table app base-url client-id preview>`
 * - `<fe-gate app feature permission role mode="hide|disable|message" custom-attributes explain>`
 */
export const defineElements = (): void => {
  if (typeof customElements === 'undefined') return
  const core = loadedCore()
  if (core) core.defineElements()
  else
    loadCore().then(
      ({ defineElements: define }) => define(),
      (cause: unknown) => console.error('Front Entry could not be loaded', cause),
    )
}

/** Renders a login box over sample data in a container of the host's, for theme builders. `new` works too. */
export function LoginBoxRenderer(
  name: string,
  themeOptions?: Record<string, unknown>,
  options?: RendererOptions,
): Renderer {
  return createEarlyRenderer('LoginBoxRenderer', name, themeOptions, options)
}

/** Renders an admin portal over sample data in a container of the host's, for theme builders. `new` works too. */
export function AdminPortalRenderer(
  name: string,
  themeOptions?: Record<string, unknown>,
  options?: RendererOptions,
): Renderer {
  return createEarlyRenderer('AdminPortalRenderer', name, themeOptions, options)
}
