import type { App } from '../../app/app.ts'
import { apps } from '../../app/apps.ts'
import { adoptStyles } from './adopt-styles.ts'
import { decide, type Needs, type Reason, type Verdict } from './decide.ts'
import { createExplainer, type GateElement, type Mode, OBSERVED, readMode, readNeeds } from './explainer.ts'
import gateCss from './gate.css'
import { gateMessages } from './gate.messages.ts'

const SVG = 'http://www.w3.org/2000/svg'
const LOCK = 'M7 11V8a5 5 0 0 1 10 0v3M6 11h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1Z'

const create = (name: string, part: string, ...children: (Node | string)[]): HTMLElement => {
  const element = document.createElement(name)
  if (part) {
    element.className = part
    element.setAttribute('part', part)
  }
  element.append(...children)
  return element
}

const lock = (): SVGElement => {
  const svg = document.createElementNS(SVG, 'svg')
  const path = document.createElementNS(SVG, 'path')
  const looks = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'stroke-width': '1.75' }
  for (const [name, value] of Object.entries({ ...looks, 'aria-hidden': 'true' })) svg.setAttribute(name, value)
  path.setAttribute('d', LOCK)
  svg.append(path)
  return svg
}

const fallback = (...content: Node[]): HTMLElement => {
  const slot = create('slot', '', ...content)
  slot.setAttribute('name', 'fallback')
  return slot
}

/** Shows the content, but not to mouse, keyboard and screen readers; the latter get the reason instead. */
const disabled = (words: string): HTMLElement[] => {
  const around = create('div', 'disabled', create('slot', ''))
  around.inert = true
  return [around, create('span', 'quiet', words), fallback()]
}

const message = (words: string): HTMLElement => {
  const box = create('div', 'message', lock(), create('span', '', words))
  box.setAttribute('role', 'note')
  return fallback(box)
}

const contentOf = (verdict: Verdict, mode: Mode, wordsFor: (reason: Reason) => string): HTMLElement[] => {
  if (verdict.state === 'waiting') return []
  if (verdict.state === 'open') return [create('slot', '')]
  if (mode === 'disable') return disabled(wordsFor(verdict.reason))
  return mode === 'message' ? [message(wordsFor(verdict.reason))] : [fallback()]
}

/** Renders into the shadow root what a verdict allows to be seen. */
const draw = (shadow: ShadowRoot, ...what: Parameters<typeof contentOf>): void =>
  shadow.replaceChildren(...contentOf(...what))

const SHOWN = 'fe-shown'
const SHOWN_END = '/fe-shown'

const isComment = (node: Node | null, data: string): boolean =>
  node?.nodeType === Node.COMMENT_NODE && node.nodeValue === data

/**
 * Removes what follows this node and was shown before the page was saved, rendered by another browser or copied. It is
 * kept until the parser has added its end.
 */
const removeEarlier = (before: Node): void => {
  const found: ChildNode[] = []
  let depth = 0
  for (let node = before.nextSibling; node; node = node.nextSibling) {
    if (isComment(node, SHOWN)) depth += 1
    if (depth === 0) return
    found.push(node)
    // The content of a template may contain another one with its content.
    if (isComment(node, SHOWN_END)) depth -= 1
    if (depth > 0) continue
    for (const earlier of found) earlier.parentNode?.removeChild(earlier)
    return
  }
}

/** Adds the content of a gate's `<template>` to the page only while it may be seen. */
const createTemplates = (host: Element) => {
  const shown = new Map<HTMLTemplateElement, Node[]>()
  const take = (template: HTMLTemplateElement) => {
    for (const node of shown.get(template) ?? []) node.parentNode?.removeChild(node)
    shown.delete(template)
  }
  const put = (template: HTMLTemplateElement) => {
    const content = document.importNode(template.content, true)
    content.prepend(document.createComment(SHOWN))
    content.append(document.createComment(SHOWN_END))
    shown.set(template, [...content.childNodes])
    template.after(content)
  }
  const own = () => host.querySelectorAll<HTMLTemplateElement>(':scope > template')
  return {
    show() {
      for (const template of shown.keys()) if (template.parentNode !== host) take(template)
      for (const template of own()) {
        // The parser may add earlier content behind what is shown now.
        removeEarlier(shown.get(template)?.at(-1) ?? template)
        if (!shown.has(template)) put(template)
      }
    },
    hide() {
      for (const template of [...shown.keys()]) take(template)
      for (const template of own()) removeEarlier(template)
    },
  }
}

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
  adoptStyles(shadow, gateCss)

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
