import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { StepProps } from '../setup.props.ts'

interface StatusDialogProps extends StepProps {
  busy: boolean
  error: string | undefined
  onConfirm(): void
  onClose(): void
}

const domainsText = ({ connection, s }: StepProps): string =>
  connection.domains
    .filter(({ validated }) => validated)
    .map(({ domain }) => domain)
    .join(', ') || s('noDomainsYet')

/** Asks before a connection is turned on without a passed test, and before it is turned off. */
export const StatusDialog = (props: StatusDialogProps) => {
  const { connection, s, busy, error, onConfirm, onClose } = props
  const { enabled, name } = connection
  return (
    <ConfirmDialog
      open
      danger={enabled}
      title={enabled ? s('turnOffTitle', { name }) : s('untestedTitle')}
      text={s(enabled ? 'turnOffText' : 'untestedText', { domains: domainsText(props) })}
      confirmLabel={enabled ? s('turnOffConfirm', { name }) : s('untestedConfirm')}
      cancelLabel={s('cancel')}
      busy={busy}
      error={error}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
