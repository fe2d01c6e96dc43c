import { CopyValues } from '../../../parts/copy-values/copy-values.tsx'
import { LastFailures } from '../../../parts/last-failures/last-failures.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { consoleValues } from '../provisioning.consoles.ts'
import type { ProvisioningViewProps } from '../provisioning.props.ts'
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
