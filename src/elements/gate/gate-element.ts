import { loadChunk } from '../../kernel/load-chunk.ts'
import { adoptOwnProperties } from '../shared/element-base.ts'
import type { OpenGate } from './open-gate.ts'

const load = () => loadChunk(() => import('./open-gate.ts'))

/**
 * Creates the part of `<fe-gate>` that every page loads: a shadow root without a slot, so that the content is hidden
 * until the rest has loaded and decided. If it does not load, the gate stays closed.
 */
export const createGateClass = (): CustomElementConstructor =>
  class extends HTMLElement {
    #gate?: OpenGate
    #customAttributes: unknown

    constructor() {
      super()
      this.attachShadow({ mode: 'open' })
      adoptOwnProperties(this, ['customAttributes'])
    }

    /**
     * The property is on the prototype, where frameworks look (`'customAttributes' in element`) to prefer it to the
     * attribute.
     */
    get customAttributes(): unknown {
      return this.#customAttributes
    }

    set customAttributes(value: unknown) {
      this.#customAttributes = value
      this.#gate?.update()
    }

    connectedCallback() {
      load().then(
        ({ openGate }) => {
          if (this.isConnected) this.#gate ??= openGate(this)
        },
        (error: unknown) => console.error('[front-entry] fe-gate could not be loaded and stays closed', error),
      )
    }

    disconnectedCallback() {
      this.#gate?.close()
      this.#gate = undefined
    }
  }
