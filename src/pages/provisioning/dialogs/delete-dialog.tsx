import { type FormEvent, useState } from 'react'
import type { UsersAfterDelete } from '../../../contract/provisioning.ts'
import { isSameTyped } from '../../../i18n/same-typed.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { RadioGroup } from '../../../ui/radio-group/radio-group.tsx'
import { useUiId } from '../../../ui/style-root/style-root.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { ProvisioningViewProps } from '../provisioning.actions.ts'
import type { ListedConnection } from '../provisioning.state.ts'

interface DeleteDialogProps extends ProvisioningViewProps {
  connection: ListedConnection
}

/** Asks what happens to the users. Removing them can't be undone and must be confirmed by typing. */
export const DeleteDialog = (props: DeleteDialogProps) => {
  const { state, actions, t, connection } = props
  const { name } = connection
  const formId = useUiId()
  const [users, setUsers] = useState<UsersAfterDelete>('keep')
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isWrong = users === 'remove' && !isSameTyped(typed, name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isWrong) void actions.remove(connection, users)
  }
  const footer = (
    <>
      <Button onClick={actions.closeDialog} data-autofocus>
        {t('cancel')}
      </Button>
      <Button type="submit" form={formId} variant="danger" busy={state.saving}>
        {t('deleteConfirm', { name })}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      role="alertdialog"
      size="s"
      title={t('deleteTitle', { name })}
      description={t('deleteText', { name })}
      onClose={actions.closeDialog}
      footer={footer}
    >
      <form id={formId} className="fe-provisioning-stack" onSubmit={submit} noValidate>
        {state.formError && <Alert tone="danger">{state.formError}</Alert>}
        {connection.userCount > 0 && <Choice {...props} users={users} onChange={setUsers} />}
        {users === 'remove' && (
          <Field label={t('deleteTyped', { name })} error={isChecked && isWrong ? t('deleteTypedWrong') : undefined}>
            {(ids) => (
              <TextInput
                {...ids}
                autoComplete="off"
                spellCheck={false}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  )
}

interface ChoiceProps extends DeleteDialogProps {
  users: UsersAfterDelete
  onChange(users: UsersAfterDelete): void
}

/**
 * The choice between keeping and removing users. Without the permission to remove them, or on an older backend, they
 * are kept.
 */
const Choice = ({ state, t, connection, users, onChange }: ChoiceProps) => {
  const count = connection.userCount
  const mayRemove = state.viewer?.may.removeUsers && !state.missing.includes('listConnectionCounts')
  const keep = { value: 'keep', label: t('keepUsers', { count }), hint: t('keepUsersHint') } as const
  const remove = { value: 'remove', label: t('removeUsers', { count }), hint: t('removeUsersHint') } as const
  return (
    <RadioGroup<UsersAfterDelete>
      label={t('deleteChoice')}
      name="users"
      value={users}
      options={mayRemove ? [keep, remove] : [keep]}
      onChange={onChange}
    />
  )
}
