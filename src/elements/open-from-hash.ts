import type { App } from '../app/app.ts'
import { readHash } from './admin-portal/portal-hash.ts'

/**
 * A deep link such as `#/admin-box/users` opens the portal for the signed-in user, also on a page without the element.
 * A portal that is in the page follows the hash by itself.
 */
export const openFromHash = (app: App, open: () => void): (() => void) => {
  const look = () => {
    const isLinked = readHash(window.location.hash) !== undefined
    const isIn = app.store.getState().session.status === 'signed-in'
    if (isLinked && isIn && !document.querySelector('fe-admin-portal')) open()
  }
  const unsubscribe = app.store.subscribe(look)
  window.addEventListener('hashchange', look)
  look()
  return () => {
    unsubscribe()
    window.removeEventListener('hashchange', look)
  }
}
