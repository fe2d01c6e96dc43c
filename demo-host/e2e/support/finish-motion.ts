/** Runs in the page: finishes every animation that ends, because half-faded text has half its contrast. */
export const finishMotion = () => {
  const end = (root: Document | ShadowRoot) => {
    for (const one of root.getAnimations()) {
      if (one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) one.finish()
    }
    for (const node of root.querySelectorAll('*')) if (node.shadowRoot) end(node.shadowRoot)
  }
  end(document)
}
