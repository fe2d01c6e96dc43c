import type { Translate } from '../../../../i18n/messages.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { SamlTexts } from '../saml.messages.ts'

interface RetireKeyDialogProps {
  m: Translate<SamlTexts>
  cancelLabel: string
  busy: boolean
  error: string | undefined
  onConfirm(): void
  onClose(): void
}

/** Asks before a key is retired, after which assertions encrypted for it can't be read. */
export const RetireKeyDialog = ({ m, ...rest }: RetireKeyDialogProps) => (
  <ConfirmDialog open danger title={m('removeTitle')} text={m('removeText')} confirmLabel={m('removeKey')} {...rest} />
)
