import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import type { DeletionViewProps } from './deletion.props.ts'
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

export const DeletionView = (props: DeletionViewProps) => {
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
