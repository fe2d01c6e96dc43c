import type { App } from '../app/app.ts'
import { openApp } from '../app/apps.ts'
import type { InitOptions } from '../app/options.ts'
import { type Clock, systemClock, wait } from '../kernel/clock.ts'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import { defineElements } from './define.ts'

/** How long the theme setter is awaited, and how often it is looked for. */
const SETTER_WAIT_MS = 4000
const SETTER_POLL_MS = 50

export interface RendererOptions extends InitOptions {
  clock?: Clock
}

export interface Renderer {
  /** Draws into `container`; settles when the element is there, or rejects after 4 s. */
  render(container: Element): Promise<void>
  /** Pushes theme options live. */
  setTheme(themeOptions: Record<string, unknown>): void
  /** Switches the shown page. */
  setStaticRoute(route: string): void
  unmount(): void
}

const isDrawn = (element: Element): boolean => element.isConnected && (element.shadowRoot?.childElementCount ?? 0) > 0

const waitForSetter = async (element: Element, clock: Clock, signal: AbortSignal): Promise<void> => {
  for (let waited = 0; waited < SETTER_WAIT_MS; waited += SETTER_POLL_MS) {
    if (isDrawn(element)) return
    await wait(clock, SETTER_POLL_MS, signal)
  }
  if (!isDrawn(element)) throw new Error(`The theme setter did not come within ${SETTER_WAIT_MS / 1000} s`)
}

const createRenderer = (
  tag: string,
  attributes: Readonly<Record<string, string>>,
  staticRoute: string,
  name: string,
  themeOptions: Record<string, unknown> | undefined,
  { clock = systemClock, ...appOptions }: RendererOptions,
): Renderer => {
  let app: App | undefined
  let element: Element | undefined
  let life = new AbortController()
  const open = () =>
    openApp(
      { ...appOptions, themeOptions, metadata: {}, previewMode: true, builderMode: tag === 'fe-login-box' },
      name,
      {
        staticRoute,
        clock,
      },
    )
  return {
    async render(container) {
      defineElements()
      app ??= open()
      element ??= document.createElement(tag)
      for (const [key, value] of Object.entries({ app: name, ...attributes })) element.setAttribute(key, value)
      container.append(element)
      await waitForSetter(element, clock, life.signal)
    },
    setTheme(options) {
      if (app) app.setTheme(options)
      else console.warn('[front-entry] setTheme was called before render')
    },
    setStaticRoute: (route) => app?.navigator.setStaticRoute(route),
    unmount() {
      life.abort(new DOMException('The renderer was unmounted', 'AbortError'))
      life = new AbortController()
      element?.remove()
      app?.dispose()
      element = undefined
      app = undefined
    },
  }
}

/** A login box over sample data in a container of the host's, for theme builders. `new` works too. */
export function LoginBoxRenderer(
  name: string,
  themeOptions?: Record<string, unknown>,
  options: RendererOptions = {},
): Renderer {
  return createRenderer('fe-login-box', {}, DEFAULT_ROUTES.loginUrl, name, themeOptions, options)
}

/** An admin portal over sample data in a container of the host's, for theme builders. `new` works too. */
export function AdminPortalRenderer(
  name: string,
  themeOptions?: Record<string, unknown>,
  options: RendererOptions = {},
): Renderer {
  return createRenderer('fe-admin-portal', { open: 'true', mode: 'inline' }, '/', name, themeOptions, options)
}
