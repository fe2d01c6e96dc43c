import { useState } from 'react'
import { CopyValues } from '../../../parts/copy-values/copy-values.tsx'
import { LastFailures } from '../../../parts/last-failures/last-failures.tsx'
import { fileNameOf, saveText } from '../../../parts/mfa/save-text.ts'
import { useUnsaved } from '../../../parts/unsaved/unsaved.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import type { ProvisioningViewProps } from '../provisioning.actions.ts'
import { consoleValues } from '../provisioning.consoles.ts'
import type { ListedConnection } from '../provisioning.state.ts'

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
