import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { useFailureText } from '../../../parts/failure/failure.ts'
import { useNotice } from '../../../parts/notices/use-notice.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import { deletionSlice } from './deletion.actions.ts'
import { type DeletionTexts, deletionMessages } from './deletion.messages.ts'
import { type DeletionActions, type DeletionState, type DeletionViewProps, initialDeletion } from './deletion.state.ts'
import { DeletionDialogs } from './dialogs/deletion-dialogs.tsx'

const Pending = ({ state, actions, t }: DeletionViewProps) => (
  <Alert
    tone="warning"
    title={t('pendingTitle')}
    action={<Button onClick={() => actions.open({ kind: 'keepAccount' })}>{t('keepButton')}</Button>}
  >
    {t('pendingText', { email: state.deletion?.requestedBy ?? '' })}{' '}
    <RelativeTime at={state.deletion?.deletesAt} absolute />.
  </Alert>
)

const Offer = ({ actions, t, name }: DeletionViewProps) => (
  <Card
    title={t('title')}
    text={t('text', { name })}
    action={
      <Button variant="danger" icon="trash" onClick={() => actions.open({ kind: 'deleteAccount' })}>
        {t('deleteButton')}
      </Button>
    }
  />
)

const DeletionView = (props: DeletionViewProps) => {
  const { state, actions, t, failures } = props
  if (state.phase === 'hidden') return null
  if (state.phase === 'loading') {
    return (
      <span className="fe-hidden" role="status">
        {t('loading')}
      </span>
    )
  }
  if (state.phase === 'failed') {
    return (
      <Alert
        tone="danger"
        title={t('loadFailed')}
        action={<Button onClick={() => void actions.load()}>{t('retry')}</Button>}
      >
        {failures.page}
      </Alert>
    )
  }
  return (
    <>
      {state.deletion?.deletesAt ? <Pending {...props} /> : <Offer {...props} />}
      <DeletionDialogs {...props} />
    </>
  )
}

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

export const deletionFeature = defineFeature<DeletionState, DeletionActions, DeletionTexts>({
  initial: initialDeletion,
  slice: deletionSlice,
  messages: deletionMessages,
  Component: Deletion,
})
