import { useState } from 'react'
import { useTexts } from '../../../feature/feature-context.tsx'
import { loadChunk } from '../../../kernel/load-chunk.ts'
import { LazyPart } from '../../../parts/lazy-part/lazy-part.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { StatusDialog } from '../dialogs/connection-dialogs.tsx'
import { enforcementMessages } from '../enforcement.messages.ts'
import { partOf, type StepProps } from '../sso.actions.ts'
import { providerTexts } from '../sso.providers.ts'
import { hasDomain, hasPassed, hasTrust } from '../sso.state.ts'
import type { TestWindow } from '../sso.test-actions.ts'
import { GuaranteeCard } from './guarantee-card.tsx'
import { FailuresCard, TestResult } from './test-result.tsx'

/**
 * Opens a window. It must run during the click, because browsers block windows that open later. Returns `undefined` if
 * it was blocked.
 */
const openTestWindow = (): TestWindow | undefined => {
  const opened = window.open('about:blank', 'fe-sso-test', 'popup,width=520,height=720')
  if (!opened) return undefined
  return {
    go: (url) => {
      opened.location.href = url
    },
    close: () => opened.close(),
  }
}

/** Tests the connection, and turns it on. */
export const TestStep = (props: StepProps) => (
  <>
    {!props.state.missing.includes('listSsoConnectionDetails') && <TestCard {...props} />}
    <FailuresCard {...props} />
    <StatusCard {...props} />
    <EnforcementCard {...props} />
    <GuaranteeCard {...props} />
  </>
)

const TestCard = (props: StepProps) => {
  const { connection, state, actions, s, canEdit } = props
  const [isBlocked, setBlocked] = useState(false)
  const { busy, error } = partOf(props, 'test')
  const start = () => {
    const opened = openTestWindow()
    setBlocked(!opened)
    if (opened) void actions.test(connection, opened)
  }
  const isWaiting = state.isTesting || busy
  return (
    <Card title={s('testTitle')} text={s('testText', providerTexts(connection.type, s))}>
      {!hasTrust(connection) && <Alert tone="info">{s('testBlocked')}</Alert>}
      {isBlocked && <Alert tone="warning">{s('popupBlocked')}</Alert>}
      {error && <Alert tone="danger">{error}</Alert>}
      <p role="status">{isWaiting ? s('testing') : ''}</p>
      {canEdit && hasTrust(connection) && (
        <div className="fe-sso-buttons">
          <Button variant={hasPassed(connection) ? 'secondary' : 'primary'} busy={isWaiting} onClick={start}>
            {s(connection.details?.test ? 'testAgain' : 'test')}
          </Button>
          {state.isTesting && <Button onClick={actions.cancelTest}>{s('cancelTest')}</Button>}
        </div>
      )}
      {!isWaiting && <TestResult {...props} />}
    </Card>
  )
}

const StatusCard = (props: StepProps) => {
  const { connection, actions, s, canEdit } = props
  const [isAsking, setAsking] = useState(false)
  const { busy, error } = partOf(props, 'status')
  const { enabled } = connection
  const turn = async () => {
    if (await actions.setEnabled(connection, !enabled)) setAsking(false)
  }
  const press = () => (enabled || !hasPassed(connection) ? setAsking(true) : void turn())
  return (
    <Card title={s('statusTitle')} text={s(enabled ? 'statusOn' : 'statusOff')}>
      {error && !isAsking && <Alert tone="danger">{error}</Alert>}
      {!hasTrust(connection) && <Alert tone="info">{s('missingTrust')}</Alert>}
      {hasTrust(connection) && !hasDomain(connection) && <Alert tone="warning">{s('missingDomain')}</Alert>}
      {canEdit && (enabled || hasTrust(connection)) && (
        <Button variant={enabled ? 'danger' : 'primary'} busy={busy && !isAsking} onClick={press}>
          {s(enabled ? 'turnOff' : 'turnOn')}
        </Button>
      )}
      {isAsking && (
        <StatusDialog
          {...props}
          busy={busy}
          error={error}
          onConfirm={() => void turn()}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}

const loadDialog = () =>
  loadChunk(() => import('../dialogs/enforce-dialog.tsx')).then(({ EnforceDialog }) => EnforceDialog)

/** Sets whether users of the verified domains must sign in with the connection. */
const EnforcementCard = (props: StepProps) => {
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
