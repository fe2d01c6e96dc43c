import type { ComponentType } from 'react'
import type { App } from '../../app/app.ts'
import { wait } from '../../kernel/clock.ts'
import type { PortalShellProps } from './portal-props.ts'

const RETRY_DELAYS_MS = [400, 1500, 4000]

/** A chunk that did not arrive is asked for again; a blip passes. */
export const loadShell = async (app: App, signal: AbortSignal): Promise<ComponentType<PortalShellProps>> => {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return (await import('./shell/portal-shell.tsx')).PortalShell
    } catch (error) {
      app.log.warn('Loading the admin portal failed, trying again', error)
      await wait(app.clock, delay, signal)
    }
  }
  return (await import('./shell/portal-shell.tsx')).PortalShell
}
