import type { App } from '../app/app.ts'
import type { CheckoutOptions } from '../app/checkout-options.ts'
import { formatName } from '../app/registry.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import { CHOSEN_PLAN } from '../navigation/chosen-plan.ts'
import { readHash } from './admin-portal/portal-hash.ts'

/**
 * Opens the portal for a deep link such as `#/admin-box/users`, even on a page without the element. It shows its
 * skeleton until it is known whether a user is signed in. For a signed-out user it is removed, and the link stays for
 * the next sign-in. A portal in the page follows the hash by itself.
 */
const openFromHash = (app: App, open: () => HTMLElement): (() => void) => {
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
    if (!isPossible || !readHash(window.location.hash) || document.querySelector(PORTAL) || find(PORTAL, app)) return
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

const LOGIN_BOX = 'fe-login-box'
const PORTAL = 'fe-admin-portal'
const CHECKOUT = 'fe-checkout'

const nameOf = (element: Element): string => formatName(element.getAttribute('app') || '')

/** Returns the app's elements in the page, including those in shadow roots once they are rendered. */
const findAll = (tag: string, app: App): HTMLElement[] => {
  const found = [...document.querySelectorAll<HTMLElement>(tag)].filter((element) => nameOf(element) === app.name)
  for (const { target } of app.elements.all) {
    const isMatch = target instanceof HTMLElement && target.localName === tag && target.isConnected
    if (isMatch && !found.includes(target)) found.push(target)
  }
  return found
}

const find = (tag: string, app: App): HTMLElement | undefined => findAll(tag, app)[0]

const create = (tag: string, app: App): HTMLElement => {
  const element = document.createElement(tag)
  element.setAttribute('app', app.name)
  return element
}

const whenBody = (task: () => void): (() => void) => {
  if (document.body) {
    task()
    return () => {}
  }
  document.addEventListener('DOMContentLoaded', task, { once: true })
  return () => document.removeEventListener('DOMContentLoaded', task)
}

/** Elements that `init` adds to the page, and the functions that open and close portal and checkout. */
interface Mounted {
  showAdminPortal(page?: string): void
  hideAdminPortal(): void
  showCheckout(options: CheckoutOptions): Promise<void>
  hideCheckout(): void
  unmount(): void
}

/**
 * Adds a login box while the page has none of its own; it renders on the auth routes only. When the page adds a box,
 * this one is removed; when that box is removed, this one is added again. If a host removes the added box, it stays
 * removed, unless the host replaced the whole body, as the routers of Astro and Turbo do.
 */
const keepLoginBox = (app: App): (() => void) => {
  // The loader may have added the box already.
  const box = findAll(LOGIN_BOX, app).find(({ dataset }) => dataset.feRouted !== undefined) ?? create(LOGIN_BOX, app)
  box.dataset.feRouted = ''
  let isOut = !box.isConnected
  let home: HTMLElement | undefined = isOut ? undefined : document.body
  const update = () => {
    // A page that replaces its body may briefly have none.
    if (!document.body) return
    const hasOwn = findAll(LOGIN_BOX, app).some((found) => found !== box)
    if (hasOwn) box.remove()
    else if (isOut || home !== document.body) document.body.append(box)
    isOut = hasOwn
    home = document.body
  }
  const observer = new MutationObserver(update)
  const stop = whenBody(() => {
    update()
    observer.observe(document.documentElement, { childList: true, subtree: true })
    app.elements.onChange = update
  })
  return () => {
    stop()
    observer.disconnect()
    delete app.elements.onChange
    box.remove()
  }
}

export const mountElements = (app: App): Mounted => {
  const added: HTMLElement[] = []
  const append = (element: HTMLElement) => {
    document.body.append(element)
    added.push(element)
    return element
  }
  const stop = app.options.customLoginBox ? () => {} : keepLoginBox(app)
  const showAdminPortal = (page?: string) => {
    const portal = find(PORTAL, app) ?? append(create(PORTAL, app))
    if (page) portal.setAttribute('page', page)
    // The page of an earlier call; one that the host wrote into its own element stays.
    else if (added.includes(portal)) portal.removeAttribute('page')
    portal.setAttribute('open', 'true')
    return portal
  }
  const showCheckout = async (options: CheckoutOptions) =>
    (await loadChunk(() => import('./checkout/show-checkout.ts'))).showCheckout(
      find(CHECKOUT, app) ?? append(create(CHECKOUT, app)),
      options,
    )
  let stopLinks = () => {}
  let stopResuming = () => {}
  const stopWaiting = whenBody(() => {
    stopLinks = openFromHash(app, showAdminPortal)
    if (!new URLSearchParams(location.search).has(CHOSEN_PLAN)) return
    loadChunk(() => import('./checkout/show-checkout.ts')).then(({ resumeCheckout }) => {
      stopResuming = resumeCheckout(app, (planId) => void showCheckout({ planId }))
    }, app.log.warn)
  })
  return {
    showAdminPortal: (page) => void showAdminPortal(page),
    hideAdminPortal: () => find(PORTAL, app)?.removeAttribute('open'),
    showCheckout,
    hideCheckout: () => find(CHECKOUT, app)?.removeAttribute('open'),
    unmount() {
      stop()
      stopWaiting()
      stopLinks()
      stopResuming()
      for (const element of added) element.remove()
      added.length = 0
    },
  }
}
