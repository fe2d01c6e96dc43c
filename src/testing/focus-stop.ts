/** Minimum target size (WCAG 2.2, 2.5.8); links within a line of text are exempt. */
export const TARGET_SIZE = 24

export interface FocusStop {
  name: string
  /** Problems of the focus at this stop. */
  problems: string[]
}

/** Tokens of each field of the login box (HTML living standard, "Autofill"). */
export const FIELD_TOKENS: Readonly<Record<string, readonly string[]>> = {
  email: ['username webauthn', 'username', 'email', 'username email'],
  password: ['current-password', 'new-password'],
  confirmPassword: ['new-password'],
  code: ['one-time-code'],
  name: ['name'],
  companyName: ['organization'],
  phoneNumber: ['tel-national', 'tel'],
  country: ['country'],
  recoveryCode: ['off'],
}

/**
 * Finds the focused element, through shadow roots, and how a user without a mouse sees it. Uses nothing outside of this
 * function, because it may run in another page.
 */
export const readStop = (leastSize: number): FocusStop => {
  const deepest = (root: Document | ShadowRoot): Element | null => {
    const active = root.activeElement
    return active?.shadowRoot ? (deepest(active.shadowRoot) ?? active) : active
  }
  const at = (x: number, y: number): Element | null => {
    let found = document.elementFromPoint(x, y)
    while (found?.shadowRoot) {
      const inner = found.shadowRoot.elementFromPoint(x, y)
      if (!inner || inner === found) break
      found = inner
    }
    return found
  }
  const element = deepest(document) as HTMLElement | null
  if (!element || element === document.body) return { name: '', problems: [] }
  const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLLabelElement> | null) ?? [])] : []
  const words = element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent ?? ''
  const name = words.replace(/\s+/g, ' ').trim()
  if (!element.closest('fe-login-box') && !(element.getRootNode() instanceof ShadowRoot)) return { name, problems: [] }
  const problems: string[] = []
  const box = element.getBoundingClientRect()
  // The ring may be on a frame around the field.
  const frames = [element, element.parentElement, element.parentElement?.parentElement].filter((one) => one != null)
  const hasRing = frames.some((frame) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(frame)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow.includes('0px 0px 0px 2px')
  })
  const { display } = getComputedStyle(element)
  // One real input covers the six boxes of a code; the next box to fill has the ring.
  const isCode = element.getAttribute('autocomplete') === 'one-time-code'
  // A heading that was focused for screen readers is not a stop.
  if (!hasRing && !isCode && element.tabIndex >= 0) problems.push('no ring')
  // Scroll positions are whole pixels, but boxes are not.
  const [bottom, right] = [innerHeight + 1, innerWidth + 1]
  if (box.top < -1 || box.bottom > bottom || box.left < -1 || box.right > right)
    problems.push(`out of view: ${box.top} to ${box.bottom}, ${box.left} to ${box.right}`)
  const above = at(box.left + box.width / 2, box.top + box.height / 2)
  const isCovered =
    above !== null &&
    above !== element &&
    !element.contains(above) &&
    !above.contains(element) &&
    !labels.some((one) => one.contains(above))
  if (isCovered) problems.push(`covered by ${above.className || above.tagName}`)
  const target = labels.find((one) => one.contains(element)) ?? element
  const { width, height } = target.getBoundingClientRect()
  // Text that can be focused so that it can be read completely is not a target.
  const isTarget = element.matches('a, button, input, select, textarea, summary, [role]')
  if (isTarget && element.tabIndex >= 0 && display !== 'inline' && (width < leastSize || height < leastSize))
    problems.push(`${width} × ${height}`)
  return { name, problems }
}
