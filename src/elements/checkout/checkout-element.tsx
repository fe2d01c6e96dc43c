import type { ElementProps } from '../shared/element-base.ts'
import { ElementFeature } from '../shared/element-feature.tsx'
import { type AppAttributes, useElementApp } from '../shared/use-element-app.ts'

interface CheckoutAttributes extends AppAttributes {
  /**
   * ID of the plan to buy, from the response of the plans call.
   *
   * @default none; an unknown plan is shown as an error
   * @example <fe-checkout base-url="https://auth.example.com" plan-id="growth" open></fe-checkout>
   */
  planId?: string
  /**
   * Whether the dialog is open; removed when the user closes it.
   *
   * @default false
   * @example <fe-checkout base-url="https://auth.example.com" plan-id="growth" open></fe-checkout>
   */
  open?: boolean
  /**
   * `inline` is always shown, in its container; `dialog` covers the page while `open` is set; any other value counts as
   * `dialog`.
   *
   * @default 'dialog'
   * @example <fe-checkout base-url="https://auth.example.com" plan-id="growth" mode="inline"></fe-checkout>
   */
  mode?: string
}

/** `<fe-checkout>`: buys one plan for the active account. */
export const Checkout = ({ container, planId = '', open, mode, ...attributes }: ElementProps & CheckoutAttributes) => {
  const host = container.host as HTMLElement // the host of this shadow root is a custom element
  const app = useElementApp(host, attributes)
  const isInline = mode === 'inline'
  if (!app || (!isInline && !open)) return null
  return (
    <ElementFeature
      app={app}
      host={host}
      container={container}
      definition={{ id: `checkout ${planId}`, load: () => import('./checkout.view.tsx') }}
      given={{ host, app, planId, isInline }}
    />
  )
}
