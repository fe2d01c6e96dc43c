import { paintedOn, setPainted } from '../../kernel/painted.ts'

type Root = Element | ShadowRoot

/** Returns the painted elements and texts inside, in the order in which React creates them: children first. */
const paintedIn = (root: Root, painted: ReadonlySet<Node>) => {
  const elements: Element[] = []
  const texts: Text[] = []
  const walk = (node: Node) => {
    for (const child of node.childNodes) if (painted.has(child)) walk(child)
    if (node instanceof Text) texts.push(node)
    else if (node !== root) elements.push(node as Element)
  }
  walk(root)
  return { elements, texts }
}

/** Returns the document with some of its methods replaced; all others work on the document itself. */
const documentWith = (own: Partial<Document>): Document =>
  new Proxy(document, {
    get(real, key) {
      if (Object.hasOwn(own, key)) return Reflect.get(own, key)
      const member: unknown = Reflect.get(real, key)
      return typeof member === 'function' ? member.bind(real) : member
    },
  })

const place = (method: 'appendChild' | 'insertBefore') =>
  function (this: Node, child: Node, before: Node | null = null) {
    // A node that is moved loses its focus, its undo history and a composition in progress.
    return child.parentNode === this ? child : Node.prototype[method].call(this, child, before)
  }

/**
 * Makes React, which creates its nodes through the `ownerDocument` of its root, take the painted nodes instead of new
 * ones, in place. Returns a function that ends this and removes the painted nodes that React didn't take.
 */
const lend = (root: Root, painted: ReadonlySet<Node>): (() => void) => {
  const { elements, texts } = paintedIn(root, painted)
  const parents = [root, ...elements]
  const free = new Set<Node>([...elements, ...texts])
  const take = <Kind extends Node>(node: Kind): Kind => {
    free.delete(node)
    return node
  }
  const next = (tag: string): Element | undefined => {
    const [element] = elements
    return element?.localName === tag ? take(elements.shift() ?? element) : undefined
  }
  const own = documentWith({
    createElement: ((tag: string) => next(tag) ?? document.createElement(tag)) as Document['createElement'],
    createElementNS: ((space: string, tag: string) =>
      next(tag) ?? document.createElementNS(space, tag)) as Document['createElementNS'],
    createTextNode(data: string) {
      const text = texts.find((one) => free.has(one) && one.data === data)
      return text ? take(text) : document.createTextNode(data)
    },
  })
  Object.defineProperty(root, 'ownerDocument', { value: own, configurable: true })
  for (const parent of parents)
    Object.assign(parent, { appendChild: place('appendChild'), insertBefore: place('insertBefore') })
  return () => {
    for (const parent of parents)
      for (const key of ['ownerDocument', 'appendChild', 'insertBefore']) Reflect.deleteProperty(parent, key)
    for (const node of free) {
      // React sets the only text of an element without creating a node for it.
      const isOnlyText = node instanceof Text && node.parentNode?.childNodes.length === 1
      if (!isOnlyText) node.parentNode?.removeChild(node)
    }
  }
}

/**
 * Renders the element with React. If its first screen is painted already, React takes the painted nodes over in place,
 * so that value, caret, focus, undo and a composition in progress survive.
 */
export const takeOver = (host: Element, draw: () => void): void => {
  const painted = paintedOn(host)
  if (!painted || !host.shadowRoot) {
    draw()
    return
  }
  const { activeElement } = document
  painted.restore()
  const ends = [lend(host.shadowRoot, painted.nodes), lend(host, painted.nodes)]
  try {
    draw()
  } finally {
    for (const end of ends) end()
    setPainted(host, undefined)
    if (activeElement instanceof HTMLInputElement && painted.nodes.has(activeElement) && !activeElement.isConnected)
      host.querySelector<HTMLElement>('[name=email]')?.focus()
    painted.release()
  }
}
