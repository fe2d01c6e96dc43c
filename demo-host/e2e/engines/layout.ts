import type { EnginePage } from './page.ts'

/** Position and size of an element. */
export interface Placed {
  name: string
  left: number
  top: number
  width: number
  height: number
}

/** Runs in the page: returns its main parts in document order, including those in shadow roots. */
const placed = (): Placed[] => {
  const MAIN = 'h1, h2, h3, button, input, select, textarea, table, th, nav a, [role=tab], [role=dialog], [role=alert]'
  const walk = (root: ParentNode): Element[] =>
    [...root.children].flatMap((element) => [
      element,
      ...(element.shadowRoot ? walk(element.shadowRoot) : []),
      ...walk(element),
    ])
  const hosts = [...document.querySelectorAll('fe-login-box, fe-admin-portal, fe-checkout, fe-pricing-table')]
  const inside = hosts.flatMap((host) => [...(host.shadowRoot ? walk(host.shadowRoot) : []), ...walk(host)])
  return inside.flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    if (!element.matches(MAIN) || !isSeen || width < 2 || top > innerHeight) return []
    const label = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''
    return [{ name: `${element.localName} ${label}`, left, top, width, height }]
  })
}

export const layoutOf = (page: EnginePage): Promise<Placed[]> => page.run(placed)

/** Engines measure the same text with differences of a few pixels, which add up along a line. */
const TOLERANCE_PX = 14
/** The differences also add up over the rows of a long table. */
const TOLERANCE_OF_SIZE = 0.02

const SIDES = ['left', 'top', 'width', 'height'] as const

const isOff = (side: (typeof SIDES)[number], expected: number, found: number): boolean => {
  const ofSize = side === 'width' || side === 'height' ? TOLERANCE_OF_SIZE * expected : 0
  return Math.abs(expected - found) > Math.max(TOLERANCE_PX, ofSize)
}

/** Returns one sentence for each part that is missing or at another position. */
export const layoutDifferences = (expected: readonly Placed[], found: readonly Placed[]): string[] => {
  const rest = [...found]
  return expected.flatMap((part) => {
    const at = rest.findIndex(({ name }) => name === part.name)
    const [other] = at < 0 ? [] : rest.splice(at, 1)
    if (!other) return [`${part.name}: missing`]
    const off = SIDES.filter((side) => isOff(side, part[side], other[side]))
    return off.length > 0
      ? [
          `${part.name}: ${off.map((side) => `${side} ${Math.round(part[side])} → ${Math.round(other[side])}`).join(', ')}`,
        ]
      : []
  })
}
