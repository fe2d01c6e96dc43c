import { useState } from 'react'
import type { ScimSource } from '../../../entities/sso.ts'
import { type CopyValue, CopyValues } from '../../../parts/copy-values/copy-values.tsx'
import { LastFailures } from '../../../parts/last-failures/last-failures.tsx'
import { fileNameOf, saveText } from '../../../parts/mfa/save-text.ts'
import { useUnsaved } from '../../../parts/unsaved/unsaved.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import type { ProvisioningViewProps } from '../provisioning.actions.ts'
import type { ListedConnection } from '../provisioning.state.ts'

interface Labels {
  baseUrl: string
  token: string
  otherValues: readonly CopyValue[]
}

const PLAIN: Labels = {
  baseUrl: 'SCIM base URL',
  token: 'Bearer token',
  otherValues: [{ label: 'Unique identifier of users', value: 'userName' }],
}

/** The labels of each console, in English as in the consoles. */
const LABELS: Readonly<Record<ScimSource, Labels>> = {
  okta: {
    baseUrl: 'SCIM connector base URL',
    token: 'Authorization (Bearer)',
    otherValues: [
      { label: 'Unique identifier field for users', value: 'userName' },
      {
        label: 'Supported provisioning actions',
        value: 'Push New Users, Push Profile Updates, Push Groups',
      },
      { label: 'Authentication Mode', value: 'HTTP Header' },
    ],
  },
  'azure-ad': {
    baseUrl: 'Tenant URL',
    token: 'Secret Token',
    otherValues: [{ label: 'Provisioning Mode', value: 'Automatic' }],
  },
  other: PLAIN,
  frontegg: PLAIN,
}

/** Returns the values for the provider's console, in its order; the token only while it is shown. */
export const consoleValues = (source: ScimSource, known: { baseUrl: string; token?: string }): CopyValue[] => {
  const { baseUrl, token, otherValues } = LABELS[source]
  return [
    ...(known.baseUrl ? [{ label: baseUrl, value: known.baseUrl }] : []),
    ...otherValues,
    ...(known.token ? [{ label: token, value: known.token }] : []),
  ]
}

/** Shows the values to enter in the directory's console. */
export const SetupDialog = (props: ProvisioningViewProps & { connection: ListedConnection }) => {
  const { state, actions, t, connection } = props
  const { name, source, failures = [] } = connection
  return (
    <Dialog
      open
      title={t('setUpIntegrationTitle', { name })}
      description={t('setUpIntegrationSubTitle', { where: t(`where_${source}`) })}
      onClose={actions.closeDialog}
      footer={<Button onClick={actions.closeDialog}>{t('close')}</Button>}
    >
      <div className="fe-provisioning-stack">
        <CopyValues
          values={consoleValues(source, { baseUrl: state.baseUrl })}
          copyLabel={(label) => t('copy', { name: label })}
        />
        <Alert tone="info">{t('tokenLater')}</Alert>
        {failures.length > 0 && (
          <Alert tone="warning" title={t('failuresTitle')}>
            <LastFailures failures={failures} label={t('failuresTitle')} textOf={(reason) => reason} />
          </Alert>
        )}
      </div>
    </Dialog>
  )
}

interface TokenDialogProps extends ProvisioningViewProps {
  connection: Pick<ListedConnection, 'name' | 'source'>
  token: string
}

/** Shows the token once. Closing the dialog other than by its button asks for confirmation. */
export const TokenDialog = ({ state, actions, t, connection, token }: TokenDialogProps) => {
  const [isConfirming, setConfirming] = useState(false)
  useUnsaved(true, actions.closeDialog)
  const { name, source } = connection
  const save = () => saveText(fileNameOf(name, 'env'), `SCIM_BASE_URL=${state.baseUrl}\nSCIM_TOKEN=${token}`)
  return (
    <Dialog
      open
      title={t('tokenTitle', { name })}
      description={t('setUpIntegrationSubTitle', { where: t(`where_${source}`) })}
      onClose={() => setConfirming(true)}
      footer={
        <>
          <Button icon="download" onClick={save}>
            {t('downloadToken')}
          </Button>
          <Button variant="primary" onClick={actions.closeDialog}>
            {t('done')}
          </Button>
        </>
      }
    >
      <div className="fe-provisioning-stack">
        <Alert tone="warning">{t('provisioningTokenAlert')}</Alert>
        <CopyValues
          values={consoleValues(source, { baseUrl: state.baseUrl, token })}
          copyLabel={(label) => t('copy', { name: label })}
        />
      </div>
      <ConfirmDialog
        open={isConfirming}
        danger
        title={t('leaveTokenTitle')}
        text={t('leaveTokenText')}
        cancelLabel={t('leaveTokenStay')}
        confirmLabel={t('leaveTokenGo')}
        onClose={() => setConfirming(false)}
        onConfirm={actions.closeDialog}
      />
    </Dialog>
  )
}
