import { systemClock } from '../../kernel/clock.ts'
import { loadPatiently } from '../../kernel/load-patiently.ts'

const load = () => loadPatiently(() => import('./open-gate.ts'), { clock: systemClock, onFailure: () => {} })

/**
 * The part of `<fe-gate>` that every page carries: a shadow root without a slot, so that nothing of the content is shown
 * until the rest is here and has decided. A rest that does not come leaves the gate closed.
 */
export const createGateClass = (): CustomElementConstructor =>
  class extends HTMLElement {
    #end?: () => void

    constructor() {
      super()
      this.attachShadow({ mode: 'open' })
    }

    connectedCallback() {
      load().then(
        ({ openGate }) => {
          if (this.isConnected) this.#end ??= openGate(this)
        },
        (error: unknown) => console.error('[front-entry] fe-gate could not be loaded and stays closed', error),
      )
    }

    disconnectedCallback() {
      this.#end?.()
      this.#end = undefined
    }
  }
