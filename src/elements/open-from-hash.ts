import type { App } from '../app/app.ts'
import { readHash } from './admin-portal/portal-hash.ts'

/**
 * Opens the portal for a deep link such as `#/admin-box/users`, also on a page without the element. It shows its
 * skeleton until it is known whether a user is signed in. For a signed-out user it is removed, and the link stays for
 * the next sign-in. A portal in the page follows the hash by itself.
 */
export const openFromHash = (app: App, open: () => HTMLElement): (() => void) => {
  let early: HTMLElement | undefined
  const settle = (status: 'signed-out' | 'signed-in') => {
    if (status === 'signed-out') early?.remove()
    else delete early?.dataset.feLinked
    early = undefined
  }
  const look = () => {
    const { session, settings } = app.store.getState()
    const { status } = session
    if (status !== 'loading') settle(status)
    const isPossible = status === 'signed-in' || (status === 'loading' && !settings.hosted)
    if (!isPossible || !readHash(window.location.hash) || document.querySelector('fe-admin-portal')) return
    const portal = open()
    if (status === 'signed-in') return
    early = portal
    early.dataset.feLinked = ''
  }
  const unsubscribe = app.store.subscribe(look)
  window.addEventListener('hashchange', look)
  look()
  return () => {
    unsubscribe()
    window.removeEventListener('hashchange', look)
  }
}
