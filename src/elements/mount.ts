import type { App } from '../app/app.ts'
import type { CheckoutOptions } from '../app/checkout-options.ts'
import { formatName } from '../app/registry.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import { CHOSEN_PLAN } from '../navigation/chosen-plan.ts'
import { openFromHash } from './open-from-hash.ts'

const LOGIN_BOX = 'fe-login-box'
const PORTAL = 'fe-admin-portal'
const CHECKOUT = 'fe-checkout'

const nameOf = (element: Element): string => formatName(element.getAttribute('app') || '')

const findAll = (tag: string, app: App): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(tag)].filter((element) => nameOf(element) === app.name)

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
  })
  return () => {
    stop()
    observer.disconnect()
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
    loadChunk(() => import('./checkout/resume-checkout.ts')).then(({ resumeCheckout }) => {
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
