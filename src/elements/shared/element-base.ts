import r2wc from '@r2wc/react-to-web-component'
import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { paintedOn, removeCopies } from '../../kernel/painted.ts'
import { takeOver } from './take-over.ts'

/** Moves values that were set before the definition loaded: as own properties they would hide the accessors. */
export const adoptOwnProperties = (element: object, names: readonly string[]): void => {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue
    const value: unknown = Reflect.get(element, name)
    Reflect.deleteProperty(element, name)
    Reflect.set(element, name, value)
  }
}

type PropKind = 'string' | 'boolean'

/** Props of every element's root component. */
export interface ElementProps {
  /** Shadow root, from r2wc. */
  container: ShadowRoot
}

/** r2wc stores its props and its render function under these registered symbols. */
const PROPS = Symbol.for('r2wc.props')
const RENDER = Symbol.for('r2wc.render')

interface R2wcElement extends HTMLElement {
  [PROPS]: Record<string, unknown>
  [RENDER](): void
  connectedCallback(): void
  disconnectedCallback(): void
  attributeChangedCallback(name: string, before: string | null, after: string | null): void
}

type ElementClass = { new (): R2wcElement; observedAttributes: string[] }

const toProp = (attribute: string) => attribute.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Creates a custom element around a React component. In addition to r2wc, boolean attributes work without a value, a
 * removed attribute resets its prop, and moving the node within the document keeps the React tree.
 */
export const createElementClass = <Props extends ElementProps>(
  component: ComponentType<Props>,
  props: Readonly<Record<string, PropKind>>,
): CustomElementConstructor => {
  // The seam to r2wc: its types don't include the symbols and callbacks of the class it returns.
  const Base = r2wc(
    component as ComponentType<object>,
    { shadow: 'open', props: { ...props } } as never,
  ) as unknown as ElementClass
  return class extends Base {
    override attachShadow(init: ShadowRootInit) {
      // The first screen may be painted into one already, and a page that was saved may contain an old one.
      return this.shadowRoot ?? super.attachShadow(init)
    }

    constructor() {
      super()
      adoptOwnProperties(this, Object.keys(props))
      // A copy of a rendered element, such as one in a router's page cache, contains the fields of the original.
      if (!paintedOn(this)) this.shadowRoot?.replaceChildren()
      removeCopies(this)
    }

    override connectedCallback() {
      // A later task would render a frame without the field. Synchronous code isn't an option either: a host's React
      // may be inserting the element, and renders nothing else until it is done.
      queueMicrotask(() => {
        if (this.isConnected) takeOver(this, () => flushSync(() => super.connectedCallback()))
      })
    }

    override disconnectedCallback() {
      // A move disconnects and connects in one task.
      queueMicrotask(() => {
        if (!this.isConnected) super.disconnectedCallback()
      })
    }

    override attributeChangedCallback(name: string, before: string | null, after: string | null) {
      const prop = toProp(name)
      if (after !== null && after !== '') return super.attributeChangedCallback(name, before, after)
      // r2wc ignores empty values, but `<fe-x preview>` means true.
      if (after === '' && props[prop] === 'boolean') return super.attributeChangedCallback(name, before, 'true')
      delete this[PROPS][prop]
      this[RENDER]()
    }
  }
}
