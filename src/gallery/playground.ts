import type { App } from '../app/app.ts'
import { openApp } from '../app/apps.ts'
import { checkOptions } from '../app/check-options.ts'
import { createLazyPreviewFetch } from '../app/lazy-parts.ts'
import type { InitOptions } from '../app/options.ts'
import { defineElements } from '../elements/define.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import type { PreviewOptions } from '../preview/preview.ts'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'

export interface PlaygroundSettings {
  element: 'fe-login-box' | 'fe-admin-portal'
  /** Options of `init`. The API that they name is never requested. */
  options: InitOptions
  /** Sections of the vendor settings that replace those of the sample data. */
  vendor?: PreviewOptions['vendor']
}

/** A place where one element runs over sample data, with options that change. */
export interface Playground {
  /**
   * Shows the element with these settings. If only the theme changed, the running element applies it at once; otherwise
   * a new one starts.
   *
   * @throws OptionsError for an invalid option; the element that is shown stays
   */
  show(settings: PlaygroundSettings): void
  close(): void
}

const ATTRIBUTES: Readonly<Record<PlaygroundSettings['element'], Readonly<Record<string, string>>>> = {
  'fe-login-box': {},
  'fe-admin-portal': { open: 'true', mode: 'inline', page: 'users' },
}

const open = ({ element, options, vendor }: PlaygroundSettings, name: string, clock: Clock): App => {
  const isBox = element === 'fe-login-box'
  const life = new AbortController()
  return openApp({ ...options, previewMode: true, builderMode: isBox }, name, {
    clock,
    fetch: createLazyPreviewFetch({ clock, signal: life.signal, vendor, ...(isBox && { signedInAs: null }) }),
    staticRoute: isBox ? DEFAULT_ROUTES.loginUrl : '/',
    onDispose: () => life.abort(),
  })
}

/** Everything on which a running element depends, except for its theme. */
const keyOf = ({ options: { themeOptions, ...options }, ...settings }: PlaygroundSettings): string =>
  JSON.stringify({ ...settings, options })

let count = 0

/** Creates a playground in an empty container. */
export const openPlayground = (container: Element, clock = systemClock): Playground => {
  let shown: { key: string; app: App } | undefined
  const close = () => {
    container.replaceChildren()
    shown?.app.dispose()
    shown = undefined
  }
  return {
    show(settings) {
      const { themeOptions = {} } = checkOptions(settings.options)
      const key = keyOf(settings)
      if (shown?.key === key) {
        shown.app.setTheme(themeOptions)
        return
      }
      count += 1
      const app = open(settings, `playground${count}`, clock)
      close()
      shown = { key, app }
      defineElements()
      const element = document.createElement(settings.element)
      for (const [name, value] of Object.entries({ app: app.name, ...ATTRIBUTES[settings.element] }))
        element.setAttribute(name, value)
      container.append(element)
    },
    close,
  }
}
