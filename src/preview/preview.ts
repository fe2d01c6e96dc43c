import type { VendorSettings } from '../backend/domain/vendor-settings/kinds.ts'
import { type Clock, wait } from '../kernel/clock.ts'
import { lazy } from '../kernel/lazy.ts'
import { type Jar, openPreviewBackend } from './preview-backend.ts'

export interface PreviewOptions {
  clock: Clock
  /** Email of the user who is signed in at the start; `null` starts at the login box. @default 'ada@acme.test' */
  signedInAs?: string | null
  /** Sections of the vendor settings that replace those of the sample data. */
  vendor?: Partial<VendorSettings> | undefined
  /** Aborts with the app, after which nothing remains on the page. @default the page's own life */
  signal?: AbortSignal
}

/** Long enough to see a loading state. */
const DEMO_DELAY_MS = 500
const DEMO_USER = 'ada@acme.test'

/**
 * Creates a `fetch` over the reference backend, memory and sample data: it applies every real rule and responds half a
 * second later, and no request leaves the page.
 */
export const createPreviewFetch = ({ clock, signal, vendor, signedInAs = DEMO_USER }: PreviewOptions): typeof fetch => {
  const jar: Jar = new Map()
  // Each attempt has its own store, because a failed one may have left incomplete sample data.
  const opened = lazy(async () => {
    const backend = await openPreviewBackend({ clock, signal, vendor }, jar)
    if (signedInAs) await backend.signIn(signedInAs)
    return backend
  })
  return async (input, init) => {
    const request = new Request(input, init)
    const [{ send }] = await Promise.all([opened(), wait(clock, DEMO_DELAY_MS, request.signal)])
    return send(request)
  }
}
