import { useEffect, useState } from 'react'
import type { GroupRow } from '../../../contract/groups.ts'
import { GroupRolesField } from '../../../parts/group-roles/group-roles.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group/radio-group.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { ConnectionDraft, ProvisioningViewProps } from '../provisioning.actions.ts'
import { type ListedConnection, SOURCES } from '../provisioning.state.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { GroupsDrawer } from './groups-drawer.tsx'
import { SetupDialog, TokenDialog } from './setup-dialogs.tsx'

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
