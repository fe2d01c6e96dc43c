// This script runs in the page of every engine: it finds elements by role and name, including in open shadow roots.
import { computeAccessibleName, getRole } from 'dom-accessibility-api'
import type { By, Found, Point } from './by.ts'

/** Yields elements in document order; the content of a shadow root precedes the light children of its host. */
const walk = function* (root: ParentNode): Generator<Element> {
  for (const element of root.children) {
    yield element
    if (element.shadowRoot) yield* walk(element.shadowRoot)
    yield* walk(element)
  }
}

const inside = function* (element: Element): Generator<Element> {
  if (element.shadowRoot) yield* walk(element.shadowRoot)
  yield* walk(element)
}

const fits = (text: string, wanted: By['name'] | By['text']): boolean => {
  if (wanted === undefined) return true
  const tidy = text.replace(/\s+/g, ' ').trim()
  return typeof wanted === 'string' ? tidy === wanted : new RegExp(wanted.pattern, wanted.flags).test(tidy)
}

const isSeen = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0

const textOf = (element: Element): string =>
  // biome-ignore lint/performance/useDomNodeTextContent: text that is not rendered must not be found
  element instanceof HTMLElement ? element.innerText : (element.textContent ?? '')

const matches = (element: Element, { css, role, name, text }: By): boolean =>
  (css === undefined || element.matches(css)) &&
  (role === undefined || getRole(element) === role) &&
  isSeen(element) &&
  (name === undefined || fits(computeAccessibleName(element), name)) &&
  (text === undefined || fits(textOf(element), text))

const all = (by: By): Element[] => {
  const roots = by.within ? all(by.within).map((element) => inside(element)) : [walk(document)]
  const found = roots.flatMap((each) => [...each]).filter((element) => matches(element, by))
  // The innermost of nested elements with the same text is the match.
  return by.text !== undefined && by.role === undefined
    ? found.filter((element) => !found.some((other) => other !== element && element.contains(other)))
    : found
}

const pick = (by: By): Element | undefined => all(by).at(by.at ?? 0)

const deepestAt = (x: number, y: number): Element | null => {
  let found = document.elementFromPoint(x, y)
  for (let inner = found; inner?.shadowRoot; found = inner) {
    const next = inner.shadowRoot.elementFromPoint(x, y)
    if (!next || next === inner) break
    inner = next
  }
  return found
}

const contains = (element: Element, inner: Element | null): boolean => {
  for (let node: Node | null = inner; node; ) {
    if (node === element) return true
    node = (node as Element).assignedSlot ?? node.parentNode ?? (node instanceof ShadowRoot ? node.host : null)
  }
  return false
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** A list that is filtered while the user types moves for a few frames after the last key. */
const FRAMES_AT_REST = 6

/** Returns the center of an element that is at rest and not covered, or the reason why it can't be clicked. */
const pointAt = async (by: By): Promise<Point> => {
  const element = pick(by)
  if (!element) return { problem: 'no such element' }
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const before = element.getBoundingClientRect()
  for (let frame = 0; frame < FRAMES_AT_REST; frame += 1) await nextFrame()
  if (pick(by) !== element) return { problem: 'it was replaced' }
  const { left, top, width, height } = element.getBoundingClientRect()
  if (Math.abs(before.left - left) + Math.abs(before.top - top) > 0.5) return { problem: 'it moves' }
  if (element.matches(':disabled, [aria-disabled=true]')) return { problem: 'it is disabled' }
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const hit = deepestAt(x, y)
  const label = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  if ([element, ...label].some((each) => contains(each, hit))) return { x, y }
  return { problem: `${hit?.outerHTML.slice(0, 120)} covers it` }
}

const look = (by: By): Found => {
  const found = all(by)
  return { count: found.length, texts: found.map(textOf), boxes: found.map((each) => boxOf(each)) }
}

const boxOf = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}

const focusPath = (): string => {
  const path: string[] = []
  for (let element = document.activeElement; element; element = element.shadowRoot?.activeElement ?? null)
    path.push(`${element.localName}${element.id && `#${element.id}`}`)
  return path.join(' > ')
}

const describe = (): string => {
  const seen = [...walk(document)].filter(isSeen)
  const fields = seen
    .filter((each) => each instanceof HTMLInputElement)
    .map(({ name, type, value }) => `${name || type}=${value}`)
  const texts = seen.filter((each) => !each.firstElementChild).map(textOf)
  return [
    location.href,
    focusPath(),
    fields.join(' & '),
    [...new Set(texts)].filter(Boolean).join(' | ').slice(0, 1_500),
  ].join('\n')
}

Object.assign(globalThis, { engineFinder: { document, look, pointAt, pick, describe } })
