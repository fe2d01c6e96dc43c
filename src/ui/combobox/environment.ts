import type { Environment } from 'downshift'

/**
 * Returns an environment in which downshift listens and finds the focus inside the shadow root, where events keep their
 * target.
 */
export const environmentOf = (target: DocumentOrShadowRoot): Environment | undefined => {
  if (!(target instanceof ShadowRoot)) return undefined
  const { ownerDocument } = target
  const asked = {
    get activeElement() {
      return target.activeElement ?? ownerDocument.body
    },
    body: ownerDocument.body,
    createElement: ownerDocument.createElement.bind(ownerDocument),
    getElementById: target.getElementById.bind(target),
  }
  return {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    document: asked as unknown as Document, // the four members downshift reads
    Node,
  }
}
