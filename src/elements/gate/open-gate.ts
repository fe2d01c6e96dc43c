import type { App } from '../../app/app.ts'
import { apps } from '../../app/apps.ts'
import { decide, type Needs, type Verdict } from './decide.ts'
import { adoptStyle, draw } from './draw.ts'
import { createExplainer } from './explainer.ts'
import { gateMessages } from './gate.messages.ts'
import { type GateElement, type Mode, OBSERVED, readMode, readNeeds } from './read-needs.ts'
import { createTemplates } from './templates.ts'

interface Shown {
  verdict: Verdict
  mode: Mode
}

const WAITING: Shown = { verdict: { state: 'waiting' }, mode: 'hide' }

const isSame = (left: Shown, right: Shown): boolean =>
  left.mode === right.mode &&
  left.verdict.state === right.verdict.state &&
  (left.verdict.state !== 'closed' || right.verdict.state !== 'closed' || left.verdict.reason === right.verdict.reason)

/** Warns once when a gate requires a feature but entitlements are disabled; the gate stays closed. */
const warnOfDisabled = (app: App, { features }: Needs): void => {
  if (!features || app.options.entitlementsOptions?.enabled) return
  app.log.warn('<fe-gate feature> stays closed: you must first enable entitlements via options')
}

/** Uses the app of the element's `app` attribute, now or when it is created. */
const followApp = (element: Element, use: (app: App) => () => void) => {
  let app: App | undefined
  let leave = () => {}
  const look = () => {
    const found = apps.get(element.getAttribute('app') || 'default')
    if (found === app) return
    leave()
    app = found
    leave = found ? use(found) : () => {}
  }
  look()
  const stop = apps.subscribe(look)
  return {
    look,
    current: () => app,
    end() {
      stop()
      leave()
    },
  }
}

export interface OpenGate {
  /** Decides again after a change that is not visible in an attribute. */
  update(): void
  /** Stops deciding and hides everything. */
  close(): void
}

/** Decides and renders, again after every change. */
export const openGate = (element: GateElement): OpenGate => {
  const shadow = element.shadowRoot as ShadowRoot // the element's constructor created it
  const templates = createTemplates(element)
  const explainer = createExplainer(element, shadow)
  let shown = WAITING
  adoptStyle(shadow)

  const show = (app: App | undefined, next: Shown) => {
    const { verdict, mode } = next
    const isVisible = verdict.state === 'open' || (verdict.state === 'closed' && mode === 'disable')
    if (isVisible) templates.show()
    else templates.hide()
    if (!isSame(shown, next)) {
      shown = next
      element.dataset.state = verdict.state
      draw(shadow, verdict, mode, (reason) => app?.translator().translatorFor(gateMessages)(reason) ?? '')
    }
    explainer.update(app, verdict)
  }
  const update = () => {
    const app = followed.current()
    show(app, { verdict: app ? decide(app, readNeeds(element)) : WAITING.verdict, mode: readMode(element) })
  }
  const use = (app: App) => {
    warnOfDisabled(app, readNeeds(element))
    const { session } = app.store.getState()
    let last = session
    const stop = app.store.subscribe((state) => {
      if (state.session === last) return
      last = state.session
      update()
    })
    app.ready.then(update)
    return stop
  }
  const followed = followApp(element, (app) => {
    queueMicrotask(update)
    return use(app)
  })
  const observer = new MutationObserver(() => {
    followed.look()
    update()
  })
  observer.observe(element, { attributes: true, attributeFilter: OBSERVED, childList: true })
  update()
  return {
    update,
    close() {
      observer.disconnect()
      followed.end()
      show(undefined, WAITING)
    },
  }
}
