import type { PhoneNumber } from '../../../contract/phone-numbers.ts'
import { CodeDialog } from '../../../parts/code-dialog/code-dialog.tsx'
import { checkAll } from '../../../parts/credentials/use-checked-input.ts'
import { PhoneField, usePhoneInput } from '../../../parts/phone/phone-field.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import type { PhoneTask } from '../profile.state.ts'
import type { ProfileViewProps } from '../profile.view.tsx'

export const AddPhoneDialog = ({ state, actions, t, failures }: ProfileViewProps) => {
  const phone = usePhoneInput(true)
  const busy = state.dialogWork.kind === 'busy'
  const submit = () => {
    const number = phone.number()
    const isGood = checkAll(phone.input) && number !== undefined
    if (isGood) void actions.addPhone(number)
    return isGood
  }
  return (
    <FormDialog
      open
      size="s"
      title={t('addPhoneTitle')}
      description={t('addPhoneText')}
      submitLabel={t('addPhoneSubmit')}
      cancelLabel={t('cancel')}
      busy={busy}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <PhoneField phone={phone} error={failures.dialog} busy={busy} required autoFocus />
    </FormDialog>
  )
}

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
