import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { useFailureText } from '../../../parts/failure/use-failure-text.ts'
import { useNotice } from '../../../parts/notices/use-notice.ts'
import { type SelfServiceTexts, selfServiceMessages } from './self-service.messages.ts'
import { type SelfServiceActions, selfServiceSlice } from './self-service.slice.ts'
import { initialSelfService, type SelfServiceState } from './self-service.state.ts'
import { SelfServiceView } from './self-service.view.tsx'

export interface SelfServiceGiven {
  /** Called when the profile must be loaded again. */
  onChanged(): void
}

const SelfServicePart = (
  props: FeatureProps<SelfServiceState, SelfServiceActions, SelfServiceTexts> & SelfServiceGiven,
) => {
  const { state, actions, t, onChanged } = props
  const { user, activeTenant } = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user or account starts over
  useEffect(() => void actions.load(), [actions, user?.id, activeTenant?.tenantId])
  useNotice(state.notice, ({ key }) => {
    if (key === 'emailChanged') onChanged()
    return { tone: key === 'unavailable' ? 'danger' : 'success', text: t(key) }
  })
  const failures = {
    page: useFailureText(state.failure),
    dialog: useFailureText(state.dialogWork),
    linking: useFailureText(state.linking),
  }
  return <SelfServiceView state={state} actions={actions} t={t} email={user?.email ?? ''} failures={failures} />
}

export const feature = defineFeature<SelfServiceState, SelfServiceActions, SelfServiceTexts, SelfServiceGiven>({
  initial: initialSelfService,
  slice: selfServiceSlice,
  messages: selfServiceMessages,
  Component: SelfServicePart,
})
