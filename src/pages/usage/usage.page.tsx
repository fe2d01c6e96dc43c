import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import { useSession } from '../../feature/feature-context.tsx'
import { type UsageTexts, usageMessages } from './usage.messages.ts'
import { type UsageActions, usageSlice } from './usage.slice.ts'
import { initialUsage, type UsageState } from './usage.state.ts'
import { UsageView } from './usage.view.tsx'

const UsagePage = ({
  page: _,
  location: __,
  ...props
}: FeatureProps<UsageState, UsageActions, UsageTexts> & PageProps) => {
  const { actions } = props
  const tenantId = useSession().activeTenant?.tenantId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account starts over
  useEffect(() => {
    void actions.open()
    return actions.close
  }, [actions, tenantId])
  return <UsageView {...props} />
}

export const feature = defineFeature<UsageState, UsageActions, UsageTexts, PageProps>({
  initial: initialUsage,
  slice: usageSlice,
  messages: usageMessages,
  Component: UsagePage,
})
