import { loadChunk } from '../kernel/load-chunk.ts'
import { AdminPortal } from './admin-portal/admin-portal.tsx'
import { Checkout } from './checkout/checkout-element.tsx'
import { createGateClass } from './gate/gate-element.ts'
import { LoginBox } from './login-box/login-box.tsx'
import { isOldBrowser } from './old-browser.ts'
import { PricingTable } from './pricing-table/pricing-table-element.tsx'
import { createElementClass } from './shared/element-base.ts'

const APP = { app: 'string', baseUrl: 'string', clientId: 'string', preview: 'boolean' } as const
const OPENED = { ...APP, open: 'boolean', mode: 'string' } as const

/** The gate is closed and renders nothing, so it works in every browser that loads the script. */
const GATE = 'fe-gate'

const CLASSES: readonly (readonly [tag: string, create: () => CustomElementConstructor])[] = [
  [GATE, createGateClass],
  ['fe-login-box', () => createElementClass(LoginBox, APP)],
  ['fe-admin-portal', () => createElementClass(AdminPortal, { ...OPENED, page: 'string', headingLevel: 'string' })],
  ['fe-checkout', () => createElementClass(Checkout, { ...OPENED, planId: 'string' })],
  ['fe-pricing-table', () => createElementClass(PricingTable, APP)],
]

/** If loading fails, the page's own content for `slot="fallback"` stays in place. */
const defineForOldBrowser = () =>
  loadChunk(() => import('./old-browser-elements.ts'))
    .then(({ defineOldBrowserElements }) => defineOldBrowserElements(CLASSES.map(([tag]) => tag)))
    .catch(() => {})

/**
 * Registers the elements. A second copy on the page is harmless: the first definition stays.
 *
 * - `<fe-login-box app base-url client-id preview>`
 * - `<fe-admin-portal app base-url client-id preview page open mode="inline|dialog" heading-level>`
 * - `<fe-checkout app base-url client-id preview plan-id open mode="inline|dialog">`
 * - `<fe-pricing-table app base-url client-id preview>`
 * - `<fe-gate app feature permission role mode="hide|disable|message" custom-attributes explain>`
 */
export const defineElements = (): void => {
  if (typeof customElements === 'undefined') return
  const isOld = isOldBrowser()
  for (const [tag, create] of CLASSES)
    if (!customElements.get(tag) && (!isOld || tag === GATE)) customElements.define(tag, create())
  if (isOld) defineForOldBrowser()
}
