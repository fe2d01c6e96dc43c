import type { App } from '../app/app.ts'
import { apps, openApp } from '../app/apps.ts'
import { isPreview, MISSING_BASE_URL, readBaseUrl, refuseMissingBaseUrl } from '../app/base-url.ts'
import { checkOptions } from '../app/check-options.ts'
import type { InitOptions } from '../app/options.ts'
import { createPublicApp, type FeApp } from '../app/public-app.ts'
import { mismatchText } from '../app/registry.ts'
import { OptionsError } from '../kernel/errors.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import { defineElements } from './define.ts'
import { mountElements } from './mount.ts'
import { isLocalHost } from './setup/local-host.ts'

/** Result of `init` for each running app; later calls return the same. */
const started = new WeakMap<App, FeApp>()

/** Logs advice on later options. It is optional, so a chunk that fails to load is ignored. */
const adviseOnLaterOptions = (app: App, given: InitOptions): void => {
  if (app.options === given) return
  loadChunk(() => import('../app/option-advice.ts'))
    .then((advice) => advice.adviseOnLaterOptions(app, given))
    .catch(() => {})
}

const open = (options: InitOptions, name: string): FeApp => {
  const app = openApp(options, name)
  adviseOnLaterOptions(app, options)
  const known = started.get(app)
  if (known) return known
  defineElements()
  const opened = createPublicApp(app, mountElements(app))
  started.set(app, opened)
  return opened
}

/** Returns the error that `init` would throw, without clearing the page. */
const findFault = (options: InitOptions): Error | undefined => {
  try {
    const checked = checkOptions(options)
    if (isPreview(checked) || readBaseUrl(checked)) return undefined
    return new OptionsError('contextOptions.baseUrl', MISSING_BASE_URL)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

interface Running {
  app: App
  opened: FeApp
}

/** Returns the option that restarts the app; `undefined` when the API is the one in use. */
const findOtherApi = ({ name, baseUrl, options }: App, given: InitOptions): string | undefined => {
  const wanted = readBaseUrl(given)
  // A function that the same code creates again counts as unchanged.
  if (String(wanted) !== String(baseUrl)) {
    return `${mismatchText(name, baseUrl, wanted)}On localhost, it starts again.`
  }
  const clientId = given.contextOptions?.clientId
  if (clientId === undefined || clientId === options.contextOptions?.clientId) return undefined
  return `The app '${name}' starts again with another contextOptions.clientId, on localhost only.`
}

/**
 * Starts the app again. If `init` threw during a hot update, the framework would keep an empty page, which the next
 * edit doesn't fix.
 */
const startAgain = ({ app, opened }: Running, options: InitOptions): FeApp => {
  const fault = findFault(options)
  if (fault) {
    app.log.error(`${fault.message} The app '${app.name}' keeps its options.`)
    return opened
  }
  const otherApi = findOtherApi(app, options)
  if (!otherApi) {
    adviseOnLaterOptions(app, options)
    return opened
  }
  app.log.warn(otherApi)
  opened.unmount()
  return open(options, app.name)
}

const findRunning = (name: string): Running | undefined => {
  const app = apps.get(name)
  const opened = app && started.get(app)
  return app && opened && { app, opened }
}

/** Opens the app of this name with its elements, like `init` without the error on servers. */
export const start = (options: InitOptions, { name, hostname }: { name: string; hostname: string }): FeApp => {
  const running = isLocalHost(hostname) ? findRunning(name) : undefined
  if (running) return startAgain(running, options)
  const checked = checkOptions(options)
  refuseMissingBaseUrl(checked, window)
  return open(checked, name)
}
