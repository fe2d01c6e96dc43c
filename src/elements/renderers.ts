import type { App } from '../app/app.ts'
import { openApp } from '../app/apps.ts'
import type { InitOptions } from '../app/options.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import { defineElements } from './define.ts'

export interface RendererOptions extends InitOptions {
  clock?: Clock
}

export interface Renderer {
  /** Renders into `container`; settles when the element is rendered, or rejects after 4 s. */
  render(container: Element): Promise<void>
  /** Applies theme options at once. */
  setTheme(themeOptions: Record<string, unknown>): void
  /** Switches to another page. */
  setStaticRoute(route: string): void
  unmount(): void
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
      const waiting = { element, clock, signal: life.signal }
      // Only theme builders need it, so the login box loads without its code.
      const { waitForSetter } = await loadChunk(() => import('./wait-for-setter.ts'))
      await waitForSetter(waiting)
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

/** Renders a login box over sample data in a container of the host's, for theme builders. `new` works too. */
export function LoginBoxRenderer(
  name: string,
  themeOptions?: Record<string, unknown>,
  options: RendererOptions = {},
): Renderer {
  return createRenderer('fe-login-box', {}, DEFAULT_ROUTES.loginUrl, name, themeOptions, options)
}

/** Renders an admin portal over sample data in a container of the host's, for theme builders. `new` works too. */
export function AdminPortalRenderer(
  name: string,
  themeOptions?: Record<string, unknown>,
  options: RendererOptions = {},
): Renderer {
  return createRenderer('fe-admin-portal', { open: 'true', mode: 'inline' }, '/', name, themeOptions, options)
}
