import { useState } from 'react'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { StatusDialog } from '../dialogs/status-dialog.tsx'
import { partOf, type StepProps } from '../setup.props.ts'
import { providerTexts } from '../sso.providers.ts'
import { hasDomain, hasPassed, hasTrust } from '../sso.state.ts'
import { EnforcementCard } from './enforcement-card.tsx'
import { FailuresCard } from './failures-card.tsx'
import { GuaranteeCard } from './guarantee-card.tsx'
import { TestResult } from './test-result.tsx'
import { openTestWindow } from './test-window.ts'

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
