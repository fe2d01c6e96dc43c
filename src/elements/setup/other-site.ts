import type { App } from '../../app/app.ts'
import { isHosted, isPreview } from '../../app/base-url.ts'
import { createStorage } from '../../kernel/storage.ts'

/** A session that ends later has other causes than a cookie that was never sent. */
const RECENT_MS = 600_000

const keyOf = ({ name }: App): string => `fe-signed-in|${name}`

/**
 * Returns the site approximately, without a list of public suffixes: it may miss that two hosts are different sites,
 * but never treats the same site as different.
 */
const siteOf = ({ hostname, protocol }: URL): string => {
  const isIp = /^[\d.]+$|^\[/.test(hostname)
  return `${protocol}${isIp ? hostname : hostname.split('.').slice(-2).join('.')}`
}

/** Returns whether the browser may withhold the API's cookies from this page because it is on another site. */
export const isOnOtherSite = ({ baseUrl, options }: App, page: URL): boolean =>
  typeof baseUrl === 'string' &&
  !isPreview(options) &&
  !isHosted(options) &&
  siteOf(new URL(baseUrl, page)) !== siteOf(page)

/** Records that a user signed in here, for the next page of this tab. */
export const noteSignIn = (app: App): void => createStorage('session').set(keyOf(app), String(app.clock.now()))

export const forgetSignIn = (app: App): void => createStorage('session').remove(keyOf(app))

/** Returns whether a user signed in just now but the page that followed is signed out. */
export const isSignInLost = (app: App): boolean => {
  const notedAt = Number(createStorage('session').get(keyOf(app)) ?? Number.NaN)
  return app.store.getState().session.status === 'signed-out' && app.clock.now() - notedAt < RECENT_MS
}
