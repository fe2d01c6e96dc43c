import type { PhoneNumber } from '../../../contract/me.ts'
import { CodeDialog } from '../../../parts/code-dialog/code-dialog.tsx'
import { PhoneDialog } from '../../../parts/phone/phone-dialog.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { ProfileViewProps } from '../profile.props.ts'
import type { PhoneTask } from '../profile.state.ts'

export const AddPhoneDialog = ({ state, actions, t, failures }: ProfileViewProps) => (
  <PhoneDialog
    title={t('addPhoneTitle')}
    text={t('addPhoneText')}
    submitLabel={t('addPhoneSubmit')}
    cancelLabel={t('cancel')}
    busy={state.dialogWork.kind === 'busy'}
    error={failures.dialog}
    onSubmit={(number) => void actions.addPhone(number)}
    onClose={actions.closeDialog}
  />
)

export const DeletePhoneDialog = ({
  state,
  actions,
  t,
  failures,
  phone,
}: ProfileViewProps & { phone: PhoneNumber }) => (
  <ConfirmDialog
    open
    danger
    title={t('deletePhoneTitle', { phone: phone.phoneNumber })}
    text={t('deletePhoneText')}
    confirmLabel={t('deletePhoneSubmit')}
    cancelLabel={t('cancel')}
    busy={state.dialogWork.kind === 'busy'}
    error={failures.dialog}
    onConfirm={() => void actions.startDeletePhone(phone)}
    onClose={actions.closeDialog}
  />
)

export const PhoneCodeDialog = ({ state, actions, t, failures, task }: ProfileViewProps & { task: PhoneTask }) => {
  const phone = task.phoneNumber
  const isDelete = task.why === 'delete'
  return (
    <CodeDialog
      title={t(isDelete ? 'codeTitleDelete' : 'codeTitleVerify', { phone })}
      text={t('codeText', { phone })}
      words={{
        label: t('codeLabel'),
        short: t('codeLengthAtLeast6'),
        submit: t(isDelete ? 'codeSubmitDelete' : 'codeSubmitVerify'),
        cancel: t('cancel'),
      }}
      danger={isDelete}
      busy={state.dialogWork.kind === 'busy'}
      error={failures.dialog}
      resend={{
        sentAt: task.sentAt,
        texts: {
          question: t('resendQuestion'),
          resend: t('otcResend'),
          resent: t('resent'),
          wait: (count) => t('resendIn', { count }),
        },
        onResend: () => void actions.sendCodeAgain(task),
      }}
      onSubmit={(code) => void actions.submitCode(task, code)}
      onClose={actions.closeDialog}
    />
  )
}
