import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import { useSession, useSettings } from '../../feature/feature-context.tsx'
import { appearanceOf } from '../../feature/page-fields.ts'
import { useNotice } from '../../parts/notices/use-notice.ts'
import { type SubscriptionTexts, subscriptionMessages } from './subscription.messages.ts'
import { type SubscriptionActions, subscriptionSlice } from './subscription.slice.ts'
import { initialSubscription, type SubscriptionState } from './subscription.state.ts'
import { SubscriptionView } from './subscription.view.tsx'

const FAILURES: readonly string[] = ['failed', 'unavailable']

const SubscriptionPage = ({
  page: _,
  location: __,
  ...props
}: FeatureProps<SubscriptionState, SubscriptionActions, SubscriptionTexts> & PageProps) => {
  const { state, actions, t } = props
  const { activeTenant } = useSession()
  const settings = useSettings()
  const tenantId = activeTenant?.tenantId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account starts over
  useEffect(() => {
    void actions.open()
    return actions.close
  }, [actions, tenantId])
  useNotice(state.notice, ({ key, values }) => ({
    tone: FAILURES.includes(key) ? 'danger' : 'success',
    text: t(key, values),
  }))
  return (
    <SubscriptionView
      {...props}
      tenant={activeTenant?.name ?? ''}
      cardScript={settings.cardScript}
      invoices={appearanceOf(settings, { page: 'subscriptions', field: 'invoices' })}
    />
  )
}

export const feature = defineFeature<SubscriptionState, SubscriptionActions, SubscriptionTexts, PageProps>({
  initial: initialSubscription,
  slice: subscriptionSlice,
  messages: subscriptionMessages,
  Component: SubscriptionPage,
})
