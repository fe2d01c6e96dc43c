import { isSameTyped } from '../../../../i18n/same-typed.ts'
import { checkAll, useCheckedInput } from '../../../../parts/credentials/use-checked-input.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Field } from '../../../../ui/field/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog/form-dialog.tsx'
import { PasswordInput } from '../../../../ui/password-input/password-input.tsx'
import { TextInput } from '../../../../ui/text-input/text-input.tsx'
import type { DeletionViewProps } from '../deletion.state.ts'

const DeleteDialog = ({ state, actions, t, name, failures }: DeletionViewProps) => {
  const busy = state.dialogWork.kind === 'busy'
  const typed = useCheckedInput(({ value }) => (isSameTyped(value, name) ? undefined : t('typeNameWrong', { name })))
  const password = useCheckedInput(({ value }) => (state.asksPassword && !value ? t('passwordRequired') : undefined))
  return (
    <FormDialog
      open
      size="s"
      title={t('dialogTitle', { name })}
      description={t('dialogText')}
      submitLabel={t('dialogSubmit', { name })}
      cancelLabel={t('cancel')}
      danger
      busy={busy}
      error={failures.dialog}
      onSubmit={() => {
        const isGood = checkAll(typed, password)
        if (isGood) void actions.deleteAccount(name, password.value())
        return isGood
      }}
      onClose={actions.close}
    >
      <Field label={t('typeName', { name })} error={typed.error}>
        {(ids) => (
          <TextInput
            {...ids}
            {...typed.props}
            name="confirm-name"
            autoComplete="off"
            spellCheck={false}
            readOnly={busy}
            required
            autoFocus
          />
        )}
      </Field>
      {state.asksPassword && (
        <Field label={t('password')} error={password.error}>
          {(ids) => (
            <PasswordInput
              {...ids}
              {...password.props}
              name="password"
              autoComplete="current-password"
              readOnly={busy}
              required
            />
          )}
        </Field>
      )}
    </FormDialog>
  )
}

/** Renders the dialog that is open. */
export const DeletionDialogs = (props: DeletionViewProps) => {
  const { state, actions, t, name, failures } = props
  if (state.dialog === null) return null
  if (state.dialog.kind === 'deleteAccount') return <DeleteDialog {...props} />
  return (
    <ConfirmDialog
      open
      title={t('keepTitle', { name })}
      text={t('keepText')}
      confirmLabel={t('keepButton')}
      cancelLabel={t('keepClose')}
      busy={state.dialogWork.kind === 'busy'}
      error={failures.dialog}
      onConfirm={() => void actions.keepAccount()}
      onClose={actions.close}
    />
  )
}
