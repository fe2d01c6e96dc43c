import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { useFailureText } from '../../../parts/failure/use-failure-text.ts'
import { useNotice } from '../../../parts/notices/use-notice.ts'
import { type DeletionTexts, deletionMessages } from './deletion.messages.ts'
import { type DeletionActions, deletionSlice } from './deletion.slice.ts'
import { type DeletionState, initialDeletion } from './deletion.state.ts'
import { DeletionView } from './deletion.view.tsx'

const Deletion = ({ state, actions, t }: FeatureProps<DeletionState, DeletionActions, DeletionTexts>) => {
  const { activeTenant, user } = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user or account starts over
  useEffect(() => void actions.load(), [actions, user?.id, activeTenant?.tenantId])
  useNotice(state.notice, ({ key }) => ({ tone: 'success', text: t(key) }))
  const failures = { page: useFailureText(state.failure), dialog: useFailureText(state.dialogWork) }
  return (
    <DeletionView state={state} actions={actions} t={t} name={activeTenant?.name.trim() ?? ''} failures={failures} />
  )
}

export const feature = defineFeature<DeletionState, DeletionActions, DeletionTexts>({
  initial: initialDeletion,
  slice: deletionSlice,
  messages: deletionMessages,
  Component: Deletion,
})
