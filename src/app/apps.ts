import type { App } from './app.ts'
import { readBaseUrl } from './base-url.ts'
import { checkOptions } from './check-options.ts'
import { type AppDeps, createApp } from './create-app.ts'
import type { InitOptions } from './options.ts'
import { createRegistry } from './registry.ts'

/** Apps by name. Data that belongs to an app without being part of it is in a `WeakMap`, as in `elements/start.ts`. */
export const apps = createRegistry<App>()

/**
 * Returns the app with this name, creating it from the options if it does not exist.
 *
 * @throws OptionsError for an invalid option
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
