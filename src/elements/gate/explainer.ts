import type { App } from '../../app/app.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import { isLocalHost } from '../setup/local-host.ts'
import type { Needs, Verdict } from './decide.ts'

export type Mode = 'hide' | 'disable' | 'message'

/** The element with its markup, and a property that scripts set. */
export interface GateElement extends HTMLElement {
  customAttributes?: unknown
}

const MODES: readonly string[] = ['hide', 'disable', 'message']

export const OBSERVED = ['feature', 'permission', 'role', 'roles', 'mode', 'app', 'custom-attributes', 'explain']

const words = (text: string | null): string[] | undefined => text?.split(/\s+/).filter(Boolean)

const customOf = (element: GateElement): Needs['custom'] => {
  const given = element.customAttributes ?? parseJson(element.getAttribute('custom-attributes'))
  // The engine reads any value defensively.
  return isRecord(given) ? (given as Needs['custom']) : undefined
}

export const readNeeds = (element: GateElement): Needs => ({
  permissions: words(element.getAttribute('permission')),
  // ARIA also has a `role`, and markup checkers report roles that they do not know; `roles` means the same.
  roles: words(element.getAttribute('roles') ?? element.getAttribute('role')),
  features: words(element.getAttribute('feature')),
  custom: customOf(element),
})

/** Returns the mode; an unknown one hides, because a typo must not show anything. */
export const readMode = (element: Element): Mode => {
  const mode = element.getAttribute('mode') ?? ''
  return MODES.includes(mode) ? (mode as Mode) : 'hide'
}

/**
 * Returns whether rules and attributes may be shown: to developers on their own machine, or if the host has enabled it.
 */
export const mayExplain = (hostname: string, options: { explain?: boolean }): boolean =>
  isLocalHost(hostname) || options.explain === true

interface Panel {
  element: HTMLElement
  update(app: App, verdict: Verdict): void
}

/** Creates the developer panel of a gate, which loads when it is requested and allowed. */
export const createExplainer = (element: GateElement, shadow: ShadowRoot) => {
  let panel: Panel | undefined
  let wanted: { app: App; verdict: Verdict } | undefined
  const isWanted = ({ options }: App) => element.hasAttribute('explain') && mayExplain(location.hostname, options)
  const show = async () => {
    const { createPanel } = await loadChunk(() => import('./explain/panel.ts'))
    if (!wanted) return
    panel ??= createPanel(() => readNeeds(element))
    // Rendering the gate again removes everything from the shadow root.
    if (!panel.element.isConnected) shadow.append(panel.element)
    panel.update(wanted.app, wanted.verdict)
  }
  return {
    update(app: App | undefined, verdict: Verdict) {
      wanted = app && verdict.state !== 'waiting' && isWanted(app) ? { app, verdict } : undefined
      if (!wanted) panel?.element.remove()
      else show().catch((error: unknown) => app?.log.warn('The explanation of a gate did not load', error))
    },
  }
}
