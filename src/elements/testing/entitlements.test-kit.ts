import { createPublicApp, type FeApp } from '../../app/public-app.ts'
import { entitlements } from '../../contract/entitlements.ts'
import type { Harness, Responder } from './harness.test-kit.ts'

export const ENABLED = { entitlementsOptions: { enabled: true } }
export const V1 = `GET ${entitlements.loadEntitlementsV1.path}`
export const V2 = `GET ${entitlements.loadEntitlementsV2.path}`

export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

/** Returns whether the request loads entitlements. */
export const isAsked = ({ url }: Request) =>
  [entitlements.loadEntitlementsV1, entitlements.loadEntitlementsV2].some(({ path }) => url.endsWith(path))

/** Returns the backend's response until the test replaces it. */
export const overriding = () => {
  let own: Responder = () => undefined
  return {
    respond: ((request) => own(request)) as Responder,
    entitlements(body: unknown, status = 200) {
      own = (request) => (isAsked(request) ? json(body, status) : undefined)
    },
    flags(flags: Record<string, string>) {
      own = (request) => (/\/flags$/.test(new URL(request.url).pathname) ? json(flags) : undefined)
    },
  }
}

/** Loads chunks over the network, which the test's clock does not control. */
export const loadChunks = () =>
  Promise.all([
    import('../../app/entitlements/service.ts'),
    import('../../app/entitlements/explain.ts'),
    import('../../entitlements/engine.ts'),
    import('../gate/open-gate.ts'),
  ])

export const publicApp = (harness: Harness): FeApp =>
  createPublicApp(harness.app, {
    showAdminPortal() {},
    hideAdminPortal() {},
    async showCheckout() {},
    hideCheckout() {},
    unmount() {},
  })
