import type { App } from '../../app/app.ts'
import { isLocalHost } from '../shared/local-host.ts'
import css from './explain-setup.css'
import {
  type Fault,
  findFault,
  findMissingApp,
  findMissingRoute,
  findWrongClient,
  type SetupPage,
} from './find-fault.ts'
import { findMarkupFaults } from './find-markup-faults.ts'

const MARK = 'feSetup'

/** Browsers report a violation in a task after the one in which the request fails. */
const REPORT_MS = 100

const isBlockedDuring: SetupPage['isBlockedDuring'] = async (work) => {
  let isBlocked = false
  const note = () => {
    isBlocked = true
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
    // A sandboxed frame has another origin than its URL.
    return { href, protocol, origin: window.origin }
  },
  isOnline: () => navigator.onLine,
  fetch: (url, init) => fetch(url, init),
  isBlockedDuring,
}

/** An element of a running app may draw nothing, such as a closed portal; an explanation there would be out of place. */
const isSeen = (host: HTMLElement, app: App | undefined): boolean =>
  !app || (host.shadowRoot?.querySelector('.fe-element')?.childElementCount ?? 0) > 0

/** `isInPlace` hides what the element draws. */
const draw = (
  shadow: ShadowRoot,
  { fault, isInPlace }: { fault: Fault; isInPlace: boolean },
  signal: AbortSignal,
): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
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
  shadow.adoptedStyleSheets.push(sheet)
  shadow.prepend(panel)
  signal.addEventListener('abort', () => {
    panel.remove()
    shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((each) => each !== sheet)
  })
}

/** Elements of one app have one fault; the first that looks takes it. */
const isTaken = (app: App | undefined): boolean =>
  app !== undefined && document.querySelector(`[data-fe-setup="${CSS.escape(app.name)}"]`) !== null

const warned = new Set<string>()

/** An element that is placed again draws its panel again; the console has the line already. */
const warnOnce = (fault: Fault): void => {
  if (warned.has(fault)) return
  warned.add(fault)
  console.warn(`[front-entry] ${fault}`)
}

/** Finds what is wrong and says it once: in the element's place on localhost, in the console elsewhere. */
export const explainSetup = async (
  host: HTMLElement,
  app: App | undefined,
  signal: AbortSignal,
  page: SetupPage = browserPage,
): Promise<void> => {
  if (isTaken(app)) return
  host.dataset[MARK] = app?.name ?? ''
  signal.addEventListener('abort', () => delete host.dataset[MARK])
  const fault = app ? await findFault(app, page) : findMissingApp(host)
  if (!fault) delete host.dataset[MARK]
  if (!fault || signal.aborted) return
  const { shadowRoot } = host
  const isRoute = app !== undefined && fault === findMissingRoute(app)
  if (isRoute) warnOnce(fault)
  if (shadowRoot && (isRoute || isSeen(host, app)) && isLocalHost(new URL(page.location.href).hostname))
    draw(shadowRoot, { fault, isInPlace: app !== undefined && fault === findWrongClient(app) }, signal)
  else if (!isRoute) console.error(`[front-entry] ${fault}`)
}

/** Explains faults of the page's own markup, where a developer sees them. */
export const explainMarkup = (signal: AbortSignal): void => {
  for (const { text, place } of findMarkupFaults(document)) {
    if (place?.shadowRoot) draw(place.shadowRoot, { fault: text, isInPlace: false }, signal)
    else console.warn(`[front-entry] ${text}`)
  }
}
