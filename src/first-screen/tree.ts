/** A string starts with `=` if it is the key of a translated text. */
type FirstText = string

/** An element of the first screen: tag, attributes, and children. */
export type FirstNode = readonly [tag: string, attributes: Readonly<Record<string, FirstText>>, children: FirstChildren]
interface FirstChildren extends ReadonlyArray<FirstNode | FirstText> {}

/** First screen of the login box, as React renders it first. The release build records it. */
export interface FirstScreen {
  shadow: FirstNode
  light: FirstNode
  /** Content of the button while the form is being sent. */
  busy: FirstNode
}

/** Begins every ID in the record, in place of those that React makes. */
export const FIRST_ID = 'fe-first'

const SVG = 'http://www.w3.org/2000/svg'

/** Creates the nodes of a description. Styles are set by the CSSOM, which every content security policy allows. */
export const createNode = (
  [tag, attributes, children]: FirstNode,
  textOf: (text: FirstText) => string,
  isInDrawing = false,
): HTMLElement => {
  const isDrawing = isInDrawing || tag === 'svg'
  const element = (isDrawing ? document.createElementNS(SVG, tag) : document.createElement(tag)) as HTMLElement
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'style') element.style.cssText = value
    else element.setAttribute(name, textOf(value))
  }
  element.append(
    ...children.map((child) => (typeof child === 'string' ? textOf(child) : createNode(child, textOf, isDrawing))),
  )
  return element
}
