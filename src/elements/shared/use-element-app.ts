import { useEffect, useLayoutEffect, useState } from 'react'
import type { App } from '../../app/app.ts'
import { apps, openApp } from '../../app/apps.ts'
import { nameMismatch } from '../../app/registry.ts'
import { watchSetup } from '../setup/watch-setup.ts'

/** Attributes with which an element finds or creates its app. */
export interface AppAttributes {
  /**
   * Name of the app; elements with the same name share one session.
   *
   * @default 'default'
   * @example <fe-login-box app="shop" base-url="https://auth.example.com"></fe-login-box>
   */
  app?: string
  /**
   * URL of the API. Without it, the element waits for `fe.init`. If the app of this name has another URL, the element
   * dispatches `fe-error` with "Mismatch in store names".
   *
   * @default none
   * @example <fe-login-box base-url="https://auth.example.com"></fe-login-box>
   */
  baseUrl?: string
  /**
   * Environment ID, same as `contextOptions.clientId`.
   *
   * @default none
   * @example <fe-login-box base-url="https://auth.example.com" client-id="5f2ab0c4"></fe-login-box>
   */
  clientId?: string
  /**
   * Uses sample data instead of an API; no request leaves the page.
   *
   * @default false
   * @example <fe-login-box preview></fe-login-box>
   */
  preview?: boolean
}

const DEFAULT_NAME = 'default'

const checkBaseUrl = (app: App, { baseUrl }: AppAttributes): App => {
  if (!baseUrl || app.baseUrl === baseUrl) return app
  throw nameMismatch(app.name, app.baseUrl, baseUrl)
}

const knownApp = ({ app, baseUrl }: AppAttributes): App | undefined => {
  const known = apps.get(app || DEFAULT_NAME)
  return known && (!baseUrl || known.baseUrl === baseUrl) ? known : undefined
}

/**
 * Returns the app that `init` created under this name, or one created from the attributes; `undefined` if there is
 * neither.
 */
const findApp = (attributes: AppAttributes): App | undefined => {
  const name = attributes.app || DEFAULT_NAME
  const known = apps.get(name)
  if (known) return checkBaseUrl(known, attributes)
  const { baseUrl, clientId, preview } = attributes
  if (!baseUrl && !preview) return undefined
  const options = {
    contextOptions: { ...(baseUrl && { baseUrl }), ...(clientId && { clientId }) },
    previewMode: preview === true,
  }
  return openApp(options, name, { ownedByElements: true })
}

const report = (host: HTMLElement, error: unknown) => {
  console.error('[front-entry]', error)
  const detail = { code: 'app-failed', message: error instanceof Error ? error.message : String(error) }
  host.dispatchEvent(new CustomEvent('fe-error', { detail, bubbles: true, composed: true }))
}

/**
 * Returns the element's app, kept alive while the element is mounted; waits for `init` when the attributes have no URL.
 */
export const useElementApp = (host: HTMLElement, attributes: AppAttributes): App | undefined => {
  const { app: name, baseUrl, clientId, preview } = attributes
  // An app that `init` has created is available before the first render.
  const [app, setApp] = useState<App | undefined>(() => knownApp({ app: name, baseUrl }))
  useLayoutEffect(() => {
    let release = () => {}
    const look = () => {
      try {
        const found = findApp({ app: name, baseUrl, clientId, preview })
        if (!found) return
        release()
        release = found.hold()
        setApp(found)
      } catch (error) {
        report(host, error)
      }
    }
    look()
    const stop = apps.subscribe(look)
    return () => {
      stop()
      release()
      setApp(undefined)
    }
  }, [host, name, baseUrl, clientId, preview])
  useEffect(() => watchSetup(host, app), [host, app])
  return app
}
