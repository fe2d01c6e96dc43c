/** First screen of a login box that was painted without React. The element's code takes it over. */
export interface Painted {
  /** Every painted node. Other nodes in the element are from the page, a password manager or a translator. */
  nodes: ReadonlySet<Node>
  /** Returns the text of the email field. */
  typed(): string
  /** Makes the nodes look as they were painted, which is how React renders them first. */
  restore(): void
  /** Removes what React has replaced, and submits the form if the user has pressed the button. */
  release(): void
}

/** The loader is built apart from the modules, so the key is a registered symbol. */
const PAINTED = Symbol.for('fe.painted')

type Carrier = Partial<Record<typeof PAINTED, Painted>>

export const paintedOn = (host: Element | undefined): Painted | undefined => (host as Carrier | undefined)?.[PAINTED]

export const setPainted = (host: Element, painted: Painted | undefined): void => {
  const carrier = host as unknown as Carrier
  if (painted) carrier[PAINTED] = painted
  else delete carrier[PAINTED]
}

/**
 * Removes credential fields that no code has created: those of a page that was saved or of a copied element. The parser
 * may add them later, when the element is in use already.
 */
export const removeCopies = (host: Element): void => {
  const remove = () => {
    // Painted fields are marked, and React keeps properties on the nodes that it has created or taken over.
    for (const fields of host.querySelectorAll('.fe-credentials')) if (!Reflect.ownKeys(fields).length) fields.remove()
  }
  remove()
  new MutationObserver(remove).observe(host, { childList: true })
}
