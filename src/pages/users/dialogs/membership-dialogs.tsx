import { useState } from 'react'
import type { Member } from '../../../contract/additions/members.ts'
import { roleOptions } from '../../../parts/role-options/role-options.ts'
import { nameOfUser } from '../../../rules/user-name.ts'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import type { UsersViewProps } from '../users.props.ts'
import { useMoreText } from './use-more-text.ts'

/** Makes a user a member of sub-accounts. */
export const AccountsDialog = ({ state, actions, member }: UsersViewProps & { member: Member }) => {
  const t = useMoreText()
  const [tenantIds, setTenantIds] = useState<readonly string[]>([])
  const [roleIds, setRoleIds] = useState<readonly string[]>([])
  const [isChecked, setChecked] = useState(false)
  const offered = Object.entries(state.accounts)
    .filter(([id]) => id !== member.tenantId && !member.tenantIds?.includes(id))
    .map(([value, label]) => ({ value, label }))
  const submit = async () => {
    setChecked(true)
    if (tenantIds.length === 0) return false
    if (await actions.addToAccounts(member, { tenantIds, roleIds })) actions.closeDialog()
    return undefined
  }
  return (
    <FormDialog
      open
      title={t('accountsTitle', { name: nameOfUser(member) })}
      submitLabel={t('accountsSubmit')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={tenantIds.length > 0}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field
        label={t('accountsLabel')}
        hint={t('accountsHint')}
        error={isChecked && tenantIds.length === 0 ? t('accountsMissing') : undefined}
      >
        {({ id, describedBy }) => (
          <Combobox
            id={id}
            describedBy={describedBy}
            options={offered}
            values={tenantIds}
            onChange={setTenantIds}
            placeholder={tenantIds.length > 0 ? '' : t('accountsPlaceholder')}
          />
        )}
      </Field>
      <Field label={t('rolesLabel')} hint={t('accountsRolesHint')}>
        {({ id, describedBy }) => (
          <Combobox
            id={id}
            describedBy={describedBy}
            options={roleOptions(state.roles)}
            values={roleIds}
            onChange={setRoleIds}
            placeholder={roleIds.length > 0 ? '' : t('rolesPlaceholder')}
          />
        )}
      </Field>
    </FormDialog>
  )
}
