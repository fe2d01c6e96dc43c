import type { App } from './app.ts'
import { readBaseUrl } from './base-url.ts'
import { checkOptions } from './check-options.ts'
import { type AppDeps, createApp } from './create-app.ts'
import type { InitOptions } from './options.ts'
import { createRegistry } from './registry.ts'

/** Which app has which name. What goes with an app but isn't part of it is in a `WeakMap`, as in `elements/start.ts`. */
export const apps = createRegistry<App>()

/**
 * The app of this name: the one that is there, or a new one from the options.
 *
 * @throws OptionsError for a wrong option
 * @throws StoreNameMismatchError when the name is in use with another base URL
 */
export const openApp = (options: InitOptions, name: string, deps: AppDeps = {}): App => {
  const checked = checkOptions(options)
  return apps.open(name, readBaseUrl(checked), (formatted) =>
    createApp(checked, formatted, {
      ...deps,
      isAnotherStarting: () => apps.all().some((app) => app.name !== formatted && app.isStarting()),
      onDispose: (app) => {
        apps.remove(app)
        deps.onDispose?.(app)
      },
    }),
  )
}
