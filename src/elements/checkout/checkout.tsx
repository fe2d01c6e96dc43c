import { useEffect } from 'react'
import type { App } from '../../app/app.ts'
import { login } from '../../app/public-app.ts'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useRuntime, useSession, useSettings } from '../../feature/feature-context.tsx'
import { pageWithPlan } from '../../navigation/chosen-plan.ts'
import { IconSet } from '../../ui/icon/icon.tsx'
import { portalIcons } from '../../ui/icon/portal-icons.ts'
import { LocaleProvider } from '../../ui/locale/locale.tsx'
import { type CheckoutTexts, checkoutMessages } from './checkout.messages.ts'
import { type CheckoutActions, checkoutSlice } from './checkout.slice.ts'
import { type CheckoutState, initialCheckout } from './checkout.state.ts'
import { CheckoutView } from './checkout.view.tsx'

interface CheckoutGiven {
  host: HTMLElement
  app: App
  planId: string
  isInline: boolean
}

const Checkout = (props: FeatureProps<CheckoutState, CheckoutActions, CheckoutTexts> & CheckoutGiven) => {
  const { host, app, planId, isInline, state, actions, t } = props
  const { translator, deps } = useRuntime()
  const { activeTenant, status } = useSession()
  const tenantId = activeTenant?.tenantId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account starts over
  useEffect(() => {
    if (status === 'signed-in') void actions.loadCheckout(planId)
  }, [actions, planId, status, tenantId])
  return (
    <LocaleProvider
      translator={translator}
      now={deps.clock.now}
      timeZone={activeTenant?.timezone}
      dateFormat={activeTenant?.dateFormat}
      timeFormat={activeTenant?.timeFormat}
    >
      <IconSet icons={portalIcons}>
        <CheckoutView
          state={state}
          actions={actions}
          t={t}
          isInline={isInline}
          session={status}
          tenant={activeTenant?.name ?? ''}
          cardScript={useSettings().cardScript}
          signIn={() => login(app, isInline ? undefined : pageWithPlan(app.navigator.location(), planId))}
          close={() => host.removeAttribute('open')}
        />
      </IconSet>
    </LocaleProvider>
  )
}

export const checkoutFeature = defineFeature<CheckoutState, CheckoutActions, CheckoutTexts, CheckoutGiven>({
  initial: initialCheckout,
  slice: checkoutSlice,
  messages: checkoutMessages,
  Component: Checkout,
})
