import type { Reason, Verdict } from './decide.ts'
import gateCss from './gate.css'
import type { Mode } from './read-needs.ts'

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
export const draw = (shadow: ShadowRoot, ...what: Parameters<typeof contentOf>): void =>
  shadow.replaceChildren(...contentOf(...what))

export const adoptStyle = (shadow: ShadowRoot): void => {
  if (shadow.adoptedStyleSheets.length) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(gateCss)
  shadow.adoptedStyleSheets = [sheet]
}
