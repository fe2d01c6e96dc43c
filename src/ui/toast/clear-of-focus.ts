const isAtCenterOf = (layer: DOMRect, { left, top, width, height }: DOMRect): boolean => {
  const [x, y] = [left + width / 2, top + height / 2]
  return x > layer.left && x < layer.right && y > layer.top && y < layer.bottom
}

/** Keeps toasts off the control that has the focus (WCAG 2.4.11): they are at the top while they would cover it below. */
export const keepClearOfFocus = (layer: HTMLElement): (() => void) => {
  const root = layer.getRootNode() as Document | ShadowRoot // a connected node is in one of them
  const place = () => {
    const focused = root.activeElement
    if (!focused || layer.contains(focused)) return
    layer.removeAttribute('data-top')
    const isCovered = isAtCenterOf(layer.getBoundingClientRect(), focused.getBoundingClientRect())
    layer.toggleAttribute('data-top', isCovered)
  }
  const stop = new AbortController()
  root.addEventListener('focusin', place, { signal: stop.signal })
  place()
  return () => stop.abort()
}
