import { useState } from 'react'
import { useTexts } from '../../../feature/feature-context.tsx'
import { loadChunk } from '../../../kernel/load-chunk.ts'
import { LazyPart } from '../../../parts/lazy-part/lazy-part.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { enforcementMessages } from '../enforcement.messages.ts'
import { partOf, type StepProps } from '../setup.props.ts'
import { hasDomain } from '../sso.state.ts'

const loadDialog = () =>
  loadChunk(() => import('../dialogs/enforce-dialog.tsx')).then(({ EnforceDialog }) => EnforceDialog)

/** Sets whether users of the verified domains must sign in with the connection. */
export const EnforcementCard = (props: StepProps) => {
  const { connection, actions, canEdit } = props
  const e = useTexts(enforcementMessages)
  const [isAsking, setAsking] = useState(false)
  const { busy, error } = partOf(props, 'enforcement')
  const { details, enabled } = connection
  if (!details) return null
  const { enforced, exemptUserIds } = details
  const isReady = enabled && hasDomain(connection)
  const close = () => {
    setAsking(false)
    actions.endPreview()
  }
  return (
    <Card title={e('title')} text={enforced ? e('on', { count: exemptUserIds.length }) : e('off')}>
      {error && !isAsking && <Alert tone="danger">{error}</Alert>}
      {!isReady && !enforced && <p className="fe-sso-muted">{e('notReady')}</p>}
      {canEdit && (isReady || enforced) && (
        <div className="fe-sso-buttons">
          <Button onClick={() => setAsking(true)}>{e(enforced ? 'change' : 'require')}</Button>
          {enforced && (
            <Button
              variant="danger"
              busy={busy && !isAsking}
              onClick={() => void actions.setEnforcement(connection, { enforced: false, exemptUserIds })}
            >
              {e('stop')}
            </Button>
          )}
        </div>
      )}
      {isAsking && <LazyPart load={loadDialog} props={{ ...props, e, onClose: close }} />}
    </Card>
  )
}
