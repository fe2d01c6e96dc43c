import type { SsoDomain } from '../../../entities/sso.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { useShownDomain } from '../../../ui/shown-domain/use-shown-domain.ts'
import { partOf, type StepProps } from '../setup.props.ts'

interface RemoveDomainDialogProps extends StepProps {
  domain: SsoDomain
  onClose(): void
}

/** Asks before a verified domain is removed, because only a new DNS record can verify it again. */
export const RemoveDomainDialog = (props: RemoveDomainDialogProps) => {
  const { connection, actions, s, onClose } = props
  const { id, domain } = props.domain
  const { busy, error } = partOf(props, 'domains', id)
  const values = { domain: useShownDomain(domain), name: connection.name }
  const remove = async () => {
    if (await actions.removeDomain(connection, id)) onClose()
  }
  return (
    <ConfirmDialog
      open
      danger
      title={s('removeDomainTitle', values)}
      text={s(connection.enabled ? 'removeDomainText' : 'removeDomainOff', values)}
      confirmLabel={s('removeDomain', values)}
      cancelLabel={s('cancel')}
      busy={busy}
      error={error}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
