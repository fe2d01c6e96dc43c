import type { App } from '../../app/app.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { isLocalHost } from '../setup/local-host.ts'
import type { Verdict } from './decide.ts'
import { type GateElement, readNeeds } from './read-needs.ts'

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
