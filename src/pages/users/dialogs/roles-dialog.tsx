import { useState } from 'react'
import type { Member } from '../../../contract/additions/members.ts'
import { nameOfUser } from '../../../rules/user-name.ts'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { isSameRoles, roleIdsOf } from '../users.member.ts'
import type { UsersViewProps } from '../users.props.ts'
import { rolesOffered } from './field-options.ts'
import { GuaranteedList, useSuccession } from './guaranteed.tsx'
import css from './users-dialogs.css'

/** Edits the roles of one user. */
export const RolesDialog = (props: UsersViewProps & { member: Member }) => {
  const { state, actions, t, member } = props
  useSheet(css)
  const before = roleIdsOf(member)
  const [roleIds, setRoleIds] = useState<readonly string[]>(before)
  const succession = useSuccession(props, { members: [member], endsMembership: false })
  const loses = before.some((id) => !roleIds.includes(id))
  const save = async () => {
    if (isSameRoles(before, roleIds) || (await actions.saveRoles(member, roleIds))) actions.closeDialog()
  }
  const submit = () => (loses ? succession.before(save) : save())
  return (
    <FormDialog
      open
      title={t('rolesTitle', { name: nameOfUser(member) })}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={!isSameRoles(before, roleIds)}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <div className="fe-users-room">
        <Field label={t('rolesInputLabel')} hint={roleIds.length === 0 ? t('rolesNoneHint') : t('rolesEditHint')}>
          {({ id, describedBy }) => (
            <Combobox
              id={id}
              describedBy={describedBy}
              options={rolesOffered([member], state)}
              values={roleIds}
              onChange={setRoleIds}
              placeholder={roleIds.length > 0 ? '' : t('rolesInputPlaceholder')}
            />
          )}
        </Field>
      </div>
      {loses && <GuaranteedList members={[member]} succession={succession} />}
    </FormDialog>
  )
}
