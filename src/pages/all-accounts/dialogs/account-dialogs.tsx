import { useState } from 'react'
import { normalizeName } from '../../../rules/names.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { AccountRow, AccountsViewProps } from '../all-accounts.state.ts'

const MAX_NAME_LENGTH = 200

const problemOf = (name: string) => {
  if (normalizeName(name) === '') return 'accountNameIsRequired' as const
  return normalizeName(name).length > MAX_NAME_LENGTH ? ('accountNameIsTooLong' as const) : undefined
}

interface NameFieldProps extends AccountsViewProps {
  name: string
  onChange(name: string): void
  isTouched: boolean
  onTouch(): void
}

/** A name field, validated when it loses focus and on submit. */
const NameField = ({ t, name, onChange, isTouched, onTouch }: NameFieldProps) => {
  const problem = isTouched ? problemOf(name) : undefined
  return (
    <Field label={t('accountNameLabel')} error={problem && t(problem)}>
      {(ids) => (
        <TextInput
          {...ids}
          name="accountName"
          autoComplete="off"
          value={name}
          onBlur={() => name && onTouch()}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

export const CreateDialog = (props: AccountsViewProps & { parent: AccountRow }) => {
  const { state, actions, t, parent } = props
  const [name, setName] = useState('')
  const [isReseller, setReseller] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const submit = () => {
    setTouched(true)
    return problemOf(name) ? false : actions.create(parent, normalizeName(name), isReseller)
  }
  return (
    <FormDialog
      open
      title={t('createTitle')}
      description={t('createDescription', { parent: parent.name })}
      submitLabel={t('createBtnText')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={name !== '' || isReseller}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <NameField {...props} name={name} onChange={setName} isTouched={isTouched} onTouch={() => setTouched(true)} />
      <Checkbox label={t('resellerLabel')} checked={isReseller} onChange={setReseller} />
    </FormDialog>
  )
}

export const RenameDialog = (props: AccountsViewProps & { account: AccountRow }) => {
  const { state, actions, t, account } = props
  const [name, setName] = useState(account.name)
  const [isTouched, setTouched] = useState(false)
  const submit = () => {
    setTouched(true)
    if (problemOf(name)) return false
    if (normalizeName(name) === account.name) return void actions.closeDialog()
    return actions.rename(account, normalizeName(name))
  }
  return (
    <FormDialog
      open
      title={t('editTitle', { name: account.name })}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={name !== account.name}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <NameField {...props} name={name} onChange={setName} isTouched={isTouched} onTouch={() => setTouched(true)} />
    </FormDialog>
  )
}

/**
 * Asks before an account is deleted. It can't be undone, so the name must be typed, and sub-accounts must be moved or
 * deleted first.
 */
export const DeleteDialog = ({ state, actions, t, account }: AccountsViewProps & { account: AccountRow }) => {
  const { name } = account
  if (account.isParent && (account.below === undefined || account.below > 0))
    return (
      <Dialog
        open
        size="s"
        title={t('deleteTitle', { name })}
        onClose={actions.closeDialog}
        footer={<Button onClick={actions.closeDialog}>{t('close')}</Button>}
      >
        <Alert tone="warning">{t('deleteWarning', { name })}</Alert>
      </Dialog>
    )
  return (
    <ConfirmDialog
      open
      danger
      title={t('deleteTitle', { name })}
      text={t('deleteText')}
      typed={{ label: t('deleteTyped', { name }), expected: name }}
      confirmLabel={t('deleteConfirm', { name })}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      onConfirm={() => void actions.deleteAccount(account)}
      onClose={actions.closeDialog}
    />
  )
}
