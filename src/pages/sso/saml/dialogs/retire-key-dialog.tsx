import type { Translate } from '../../../../i18n/messages.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { SamlTexts } from '../saml.messages.ts'

/** Four bytes of a fingerprint, which are enough to find the key in the list. */
const SHOWN_LENGTH = 11

interface RetireKeyDialogProps {
  m: Translate<SamlTexts>
  /** The fingerprint of the key's certificate. */
  fingerprint: string
  cancelLabel: string
  busy: boolean
  error: string | undefined
  onConfirm(): void
  onClose(): void
}

/** Asks before a key is retired, after which assertions encrypted for it can't be read. */
export const RetireKeyDialog = ({ m, fingerprint, ...rest }: RetireKeyDialogProps) => (
  <ConfirmDialog
    open
    danger
    title={m('removeTitle', { key: fingerprint.slice(0, SHOWN_LENGTH) })}
    text={m('removeText')}
    confirmLabel={m('removeKey')}
    {...rest}
  />
)
