import { useEffect, useState } from 'react'
import type { GroupRow } from '../../../contract/groups.ts'
import { GroupRolesField } from '../../../parts/group-roles/group-roles-field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import type { ProvisioningViewProps } from '../provisioning.props.ts'
import type { ListedConnection } from '../provisioning.state.ts'

interface RolesDialogProps extends ProvisioningViewProps {
  connection: ListedConnection
  group: GroupRow
}

/** Sets the roles granted to all members of a directory's group, and links back to the groups. */
export const RolesDialog = ({ state, actions, t, connection, group }: RolesDialogProps) => {
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
