import type { App } from '../../app/app.ts'
import { systemClock, wait } from '../../kernel/clock.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import type { Locks } from '../../session/tab-lock.ts'
import { sheetFor } from '../../ui/style-root/sheet-for.ts'
import css from './explain-setup.css'
import {
  type Fault,
  findFault,
  findLostCookie,
  findMissingApp,
  findMissingRoute,
  findWrongClient,
  type SetupPage,
} from './find-fault.ts'
import { findMarkupFaults } from './find-markup-faults.ts'
import { isLocalHost } from './local-host.ts'

const MARK = 'feSetup'

/** Browsers report a violation in a later task than that in which the request fails. */
const REPORT_MS = 100

const isBlockedDuring: SetupPage['isBlockedDuring'] = async (work) => {
  let isBlocked = false
  const note = ({ disposition }: SecurityPolicyViolationEvent) => {
    // A policy that only reports blocks nothing.
    isBlocked ||= disposition === 'enforce'
  }
  document.addEventListener('securitypolicyviolation', note)
  try {
    await work()
    await new Promise((resolve) => setTimeout(resolve, REPORT_MS))
  } finally {
    document.removeEventListener('securitypolicyviolation', note)
  }
  return isBlocked
}

const browserPage: SetupPage = {
  get location() {
    const { href, protocol } = window.location
    // The origin of a sandboxed frame isn't that of its URL.
    return { href, protocol, origin: window.origin }
  },
  isOnline: () => navigator.onLine,
  fetch: (url, init) => fetch(url, init),
  locks: navigator.locks as Locks | undefined,
  isBlockedDuring,
}

/**
 * Returns whether the element should be visible. An element of a running app may render nothing, such as a closed
 * portal; an explanation there would be out of place.
 */
const isSeen = (host: HTMLElement, app: App | undefined): boolean =>
  !app || (host.shadowRoot?.querySelector('.fe-element')?.childElementCount ?? 0) > 0

/** Renders the explanation. `isInPlace` hides what the element renders. */
const draw = (
  shadow: ShadowRoot,
  { fault, isInPlace }: { fault: Fault; isInPlace: boolean },
  signal: AbortSignal,
): void => {
  const sheet = sheetFor(shadow, css)
  const panel = document.createElement('section')
  panel.className = 'fe-setup'
  panel.toggleAttribute('data-in-place', isInPlace)
  panel.setAttribute('role', 'note')
  panel.setAttribute('part', 'setup-help')
  const title = document.createElement('strong')
  title.textContent = 'Front Entry isn’t set up yet'
  const text = document.createElement('p')
  text.textContent = fault
  panel.append(title, text)
  if (sheet) shadow.adoptedStyleSheets.push(sheet)
  shadow.prepend(panel)
  signal.addEventListener('abort', () => {
    panel.remove()
    shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((each) => each !== sheet)
  })
}

/** Returns whether another element already reports the app's fault; elements of one app share it. */
const isTaken = (app: App | undefined): boolean =>
  app !== undefined && document.querySelector(`[data-fe-setup="${CSS.escape(app.name)}"]`) !== null

const reported = new Set<string>()

/** Logs a fault once; an element that is placed again finds it again. */
const reportOnce = (fault: Fault, level: 'warn' | 'error' = 'error'): void => {
  if (reported.has(fault)) return
  reported.add(fault)
  console[level](`[front-entry] ${fault}`)
}

const isLocal = (page: SetupPage): boolean => isLocalHost(new URL(page.location.href).hostname)

/** Polling interval of an element that waits for another one, or to be rendered. */
const PAUSE_MS = 300
const MAX_PAUSES = 10

/** Resolves to whether the condition holds now, or soon. */
const holdsSoon = async (holds: () => boolean, signal: AbortSignal): Promise<boolean> => {
  for (let pauses = 0; !holds() && pauses < MAX_PAUSES && !signal.aborted; pauses += 1) {
    await wait(systemClock, PAUSE_MS, signal).catch(() => undefined)
  }
  return holds()
}

interface Look {
  app: App | undefined
  signal: AbortSignal
  page: SetupPage
  find(): Fault | undefined | Promise<Fault | undefined>
}

/** Returns the result of `find`, unless another element of this app explains it. */
const take = async (host: HTMLElement, { app, signal, page, find }: Look): Promise<Fault | undefined> => {
  // The other element may be the box that `init` added, which is removed when the page has its own.
  if (isTaken(app) && (!isLocal(page) || !(await holdsSoon(() => !isTaken(app), signal)))) return undefined
  if (signal.aborted) return undefined
  host.dataset[MARK] = app?.name ?? ''
  signal.addEventListener('abort', () => delete host.dataset[MARK])
  const fault = await find()
  if (!fault) delete host.dataset[MARK]
  return signal.aborted ? undefined : fault
}

/** Finds what is wrong and reports it once: in the element's place on localhost, in the console elsewhere. */
export const explainSetup = async (
  host: HTMLElement,
  app: App | undefined,
  signal: AbortSignal,
  page: SetupPage = browserPage,
): Promise<void> => {
  const find = () => (app ? findFault(app, page) : findMissingApp(host))
  const fault = await take(host, { app, signal, page, find })
  if (!fault) return
  const { shadowRoot } = host
  const isRoute = app !== undefined && fault === findMissingRoute(app)
  const isPlace = shadowRoot && isLocal(page) && (isRoute || (await holdsSoon(() => isSeen(host, app), signal)))
  if (signal.aborted) return
  if (shadowRoot && isPlace)
    draw(shadowRoot, { fault, isInPlace: app !== undefined && fault === findWrongClient(app) }, signal)
  else reportOnce(fault, isRoute ? 'warn' : 'error')
}

/** Explains a session that can't be kept, even if the box renders nothing because a user is signed in. */
export const explainLostCookie = async (
  host: HTMLElement,
  app: App,
  signal: AbortSignal,
  page: SetupPage = browserPage,
): Promise<void> => {
  const fault = await take(host, { app, signal, page, find: () => findLostCookie(app, page, signal) })
  if (!fault) return
  if (host.shadowRoot && isLocal(page)) draw(host.shadowRoot, { fault, isInPlace: false }, signal)
  else reportOnce(fault)
}

/** Lists unknown texts of the host. It is optional, so a chunk that fails to load is ignored. */
const explainTexts = ({ options: { localizations }, log }: App): void => {
  if (!localizations) return
  loadChunk(() => import('../../app/text-advice.ts'))
    .then(({ adviseOnTexts }) => adviseOnTexts(localizations, log))
    .catch(() => {})
}

/** Explains faults of the page's own markup, where a developer sees them, and of its texts. */
export const explainPage = (app: App | undefined, signal: AbortSignal): void => {
  if (app) explainTexts(app)
  for (const { text, place } of findMarkupFaults(document)) {
    if (place?.shadowRoot) draw(place.shadowRoot, { fault: text, isInPlace: false }, signal)
    else reportOnce(text, 'warn')
  }
}
