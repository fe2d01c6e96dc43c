import { AdminPortal } from './admin-portal/admin-portal.tsx'
import { createGateClass } from './gate/gate-element.ts'
import { LoginBox } from './login-box/login-box.tsx'
import { createElementClass } from './shared/element-base.ts'

const APP = { app: 'string', baseUrl: 'string', clientId: 'string', preview: 'boolean' } as const

/**
 * Registers the elements. A second copy on the page is harmless: the first definition stays.
 *
 * - `<fe-login-box app base-url client-id preview>`
 * - `<fe-admin-portal app base-url client-id preview page open mode="inline|dialog" heading-level>`
 * - `<fe-gate app feature permission role mode="hide|disable|message" custom-attributes explain>`
 */
export const defineElements = (): void => {
  if (typeof customElements === 'undefined') return
  if (!customElements.get('fe-gate')) customElements.define('fe-gate', createGateClass())
  if (!customElements.get('fe-login-box')) customElements.define('fe-login-box', createElementClass(LoginBox, APP))
  if (!customElements.get('fe-admin-portal')) {
    customElements.define(
      'fe-admin-portal',
      createElementClass(AdminPortal, {
        ...APP,
        page: 'string',
        open: 'boolean',
        mode: 'string',
        headingLevel: 'string',
      }),
    )
  }
}
