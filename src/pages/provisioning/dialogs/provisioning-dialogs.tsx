import { type FormEvent, useEffect, useState } from 'react'
import type { GroupRow } from '../../../contract/groups.ts'
import type { UsersAfterDelete } from '../../../contract/provisioning.ts'
import { isSameTyped } from '../../../i18n/same-typed.ts'
import { GroupRolesField } from '../../../parts/group-roles/group-roles.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group/radio-group.tsx'
import { useUiId } from '../../../ui/style-root/style-root.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { ConnectionDraft, ProvisioningViewProps } from '../provisioning.actions.ts'
import { type ListedConnection, SOURCES } from '../provisioning.state.ts'
import { GroupsDrawer } from './groups-drawer.tsx'
import { SetupDialog, TokenDialog } from './setup-dialogs.tsx'

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

interface RolesDialogProps extends ProvisioningViewProps {
  connection: ListedConnection
  group: GroupRow
}

/** Sets the roles granted to all members of a directory's group, and links back to the groups. */
const RolesDialog = ({ state, actions, t, connection, group }: RolesDialogProps) => {
  const { loadRoles } = actions
  const own = group.roles ?? []
  const before = own.map(({ id }) => id)
  const [roleIds, setRoleIds] = useState<readonly string[]>(before)
  useEffect(() => void loadRoles(), [loadRoles])
  return (
    <FormDialog
      open
      title={t('rolesTitle', { name: group.name })}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={roleIds.join() !== before.join()}
      onSubmit={() => actions.saveRoles(connection, group, roleIds)}
      onClose={() => actions.openDialog({ kind: 'groups', connection })}
    >
      <GroupRolesField
        label={t('rolesLabel')}
        hint={t('rolesHint')}
        placeholder={t('rolesPlaceholder')}
        grantable={state.roles}
        own={own}
        values={roleIds}
        onChange={setRoleIds}
      />
    </FormDialog>
  )
}

/** Asks for the source, which determines the console whose field names the setup shows. */
const NewDialog = ({ state, actions, t }: ProvisioningViewProps) => {
  const [draft, setDraft] = useState<ConnectionDraft>({ source: SOURCES[0], name: '' })
  return (
    <FormDialog
      open
      title={t('dialogTitle')}
      submitLabel={t('submitBtn')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={draft.name !== ''}
      onSubmit={() => actions.create(draft)}
      onClose={actions.closeDialog}
    >
      <RadioGroup
        label={t('directoryProviderLabel')}
        name="source"
        value={draft.source}
        options={SOURCES.map((value) => ({
          value,
          label: t(value),
          ...(value === 'frontegg' && { hint: t('fronteggHint') }),
        }))}
        onChange={(source) => setDraft({ ...draft, source })}
      />
      <Field label={t('nameLabel')} hint={t('nameHint')}>
        {(ids) => (
          <TextInput
            {...ids}
            name="connectionName"
            autoComplete="off"
            maxLength={100}
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          />
        )}
      </Field>
    </FormDialog>
  )
}

/** Renders the dialog that is open. */
export const ProvisioningDialogs = (props: ProvisioningViewProps) => {
  const { dialog } = props.state
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'new':
      return <NewDialog {...props} />
    case 'token':
      return <TokenDialog {...props} connection={dialog.connection} token={dialog.token} />
    case 'setup':
      return <SetupDialog {...props} connection={dialog.connection} />
    case 'groups':
      return <GroupsDrawer {...props} connection={dialog.connection} />
    case 'roles':
      return <RolesDialog {...props} connection={dialog.connection} group={dialog.group} />
    case 'confirm':
      return <ConfirmGuaranteeDialog {...props} connection={dialog.connection} />
    case 'rotate':
      return <RotateDialog {...props} connection={dialog.connection} />
    case 'delete':
      return <DeleteDialog {...props} connection={dialog.connection} />
  }
}

/** Names the current guarantor of a directory and why they no longer suffice, before another user confirms it. */
const ConfirmGuaranteeDialog = (props: ProvisioningViewProps & { connection: ListedConnection }) => {
  const { state, actions, t, connection } = props
  const { guarantee } = connection
  const { name, email } = guarantee?.guarantor ?? { name: '', email: '' }
  const values = { guarantor: name || email || t('someone'), count: guarantee?.exceeding ?? 0 }
  return (
    <ConfirmDialog
      open
      title={t('confirmTitle', { name: connection.name })}
      text={`${t(`confirm_${guarantee?.connectionLimit ?? guarantee?.problem ?? 'gone'}`, values)} ${t('confirmText')}`}
      confirmLabel={t('confirmAction')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      onConfirm={() => actions.confirm(connection)}
      onClose={actions.closeDialog}
    />
  )
}

const RotateDialog = (props: ProvisioningViewProps & { connection: ListedConnection }) => {
  const { state, actions, t, connection } = props
  const { name } = connection
  return (
    <ConfirmDialog
      open
      danger
      title={t('rotateTitle', { name })}
      text={t('rotateText', { name })}
      confirmLabel={t('rotateConfirm')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      onConfirm={() => actions.rotate(connection)}
      onClose={actions.closeDialog}
    />
  )
}
