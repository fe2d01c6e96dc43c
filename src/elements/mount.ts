import type { App } from '../app/app.ts'
import { openFromHash } from './open-from-hash.ts'

const LOGIN_BOX = 'fe-login-box'
const PORTAL = 'fe-admin-portal'

const nameOf = (element: Element): string =>
  (element.getAttribute('app') || 'default').replace(/\W+/g, '').toLowerCase()

const find = (tag: string, app: App): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(tag)].find((element) => nameOf(element) === app.name)

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

/** What `init` adds to the page, and how the portal is opened and closed by code. */
export interface Mounted {
  showAdminPortal(page?: string): void
  hideAdminPortal(): void
  unmount(): void
}

/** Adds a login box when the page has none; it draws on the auth routes only. */
export const mountElements = (app: App): Mounted => {
  const added: HTMLElement[] = []
  const append = (element: HTMLElement) => {
    document.body.append(element)
    added.push(element)
    return element
  }
  const stop = whenBody(() => {
    if (app.options.customLoginBox || find(LOGIN_BOX, app)) return
    const box = create(LOGIN_BOX, app)
    box.dataset.feRouted = ''
    append(box)
  })
  const showAdminPortal = (page?: string) => {
    const portal = find(PORTAL, app) ?? append(create(PORTAL, app))
    if (page) portal.setAttribute('page', page)
    portal.setAttribute('open', 'true')
  }
  const stopLinks = openFromHash(app, showAdminPortal)
  return {
    showAdminPortal,
    hideAdminPortal: () => find(PORTAL, app)?.removeAttribute('open'),
    unmount() {
      stop()
      stopLinks()
      for (const element of added) element.remove()
      added.length = 0
    },
  }
}
