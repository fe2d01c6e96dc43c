const isAtCenterOf = (layer: DOMRect, { left, top, width, height }: DOMRect): boolean => {
  const [x, y] = [left + width / 2, top + height / 2]
  return x > layer.left && x < layer.right && y > layer.top && y < layer.bottom
}

/** What stays in view at the end of the page, such as the buttons of unsaved changes, names itself `data-keep-clear`. */
const covers = (layer: HTMLElement, root: Document | ShadowRoot): boolean => {
  const box = layer.getBoundingClientRect()
  const { activeElement: focused } = root
  const own = focused && !layer.contains(focused) ? [focused] : []
  return [...own, ...root.querySelectorAll('[data-keep-clear]')].some((one) =>
    isAtCenterOf(box, one.getBoundingClientRect()),
  )
}

/** Keeps toasts off the control that has the focus (WCAG 2.4.11): they are at the top while they would cover it below. */
export const keepClearOfFocus = (layer: HTMLElement): (() => void) => {
  const root = layer.getRootNode() as Document | ShadowRoot // a connected node is in one of them
  const place = () => {
    if (layer.contains(root.activeElement)) return
    layer.removeAttribute('data-top')
    layer.toggleAttribute('data-top', covers(layer, root))
  }
  const stop = new AbortController()
  root.addEventListener('focusin', place, { signal: stop.signal })
  place()
  return () => stop.abort()
}
