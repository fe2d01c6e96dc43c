import { useState } from 'react'
import type { UserV3 } from '../../../entities/auth.ts'
import { LeftAloneWarning, useLeftAlone } from '../../../parts/left-alone/left-alone.tsx'
import { roleOptions } from '../../../parts/role-options/role-options.ts'
import { normalizeEmail } from '../../../rules/email.ts'
import { nameOfUser } from '../../../rules/user-name.ts'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { Textarea } from '../../../ui/textarea/textarea.tsx'
import { type AccountsViewProps, endOf, type OpenAccount } from '../all-accounts.state.ts'

const MAX_USERS_AT_ONCE = 5

const emailsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s\x85,;]+/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

interface RolesFieldProps extends AccountsViewProps {
  roleIds: readonly string[]
  onChange(roleIds: readonly string[]): void
  error: string | undefined
  /** Roles of the user that can no longer be assigned. They are listed so that saving doesn't drop them unnoticed. */
  held?: readonly { id: string; name: string }[]
}

const RolesField = ({ state, t, roleIds, onChange, error, held = [] }: RolesFieldProps) => {
  const others = held.filter(({ id }) => !state.roles.some((role) => role.id === id))
  return (
    <Field label={t('rolesInputLabel')} error={error}>
      {({ id, describedBy, invalid }) => (
        <Combobox
          id={id}
          describedBy={describedBy}
          invalid={invalid}
          options={roleOptions([...state.roles, ...others])}
          values={roleIds}
          onChange={onChange}
          placeholder={roleIds.length > 0 ? '' : t('rolesPlaceholder')}
        />
      )}
    </Field>
  )
}

export const AddUsersDialog = (props: AccountsViewProps & { account: OpenAccount }) => {
  const { state, actions, t, account } = props
  const [text, setText] = useState('')
  const [roleIds, setRoleIds] = useState<readonly string[]>([])
  const [allowAccess, setAllowAccess] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const { name } = account.row
  const emails = emailsIn(text)
  const wrong = emails.find((email) => normalizeEmail(email) === undefined)
  const problem = () => {
    if (emails.length === 0) return t('emailRequiredError')
    if (wrong !== undefined) return t('emailValidationError', { email: wrong })
    return emails.length > MAX_USERS_AT_ONCE ? t('emailTooMany') : undefined
  }
  const submit = () => {
    setTouched(true)
    if (problem() !== undefined || roleIds.length === 0) return false
    return actions.addUsers({ emails, roleIds, allowAccess })
  }
  return (
    <FormDialog
      open
      title={t('addUsersTitle', { name })}
      description={t('addUsersDescription')}
      submitLabel={t('addBtnText')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={text !== '' || roleIds.length > 0 || allowAccess}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field label={t('emailInputLabel')} hint={t('emailHint')} error={isTouched ? problem() : undefined}>
        {(ids) => (
          <Textarea {...ids} name="emails" rows={3} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <RolesField
        {...props}
        roleIds={roleIds}
        onChange={setRoleIds}
        error={isTouched && roleIds.length === 0 ? t('rolesRequiredError') : undefined}
      />
      {state.viewer?.may.access && (
        <Checkbox label={t('giveAccessLabel', { name })} checked={allowAccess} onChange={setAllowAccess} />
      )}
    </FormDialog>
  )
}

export const UserRolesDialog = (props: AccountsViewProps & { account: OpenAccount; user: UserV3 }) => {
  const { state, actions, t, account, user } = props
  const held = user.tenants?.find(({ tenantId }) => tenantId === account.id)?.roles ?? []
  const before = held.map(({ id }) => id)
  const [roleIds, setRoleIds] = useState<readonly string[]>(before)
  const [isTouched, setTouched] = useState(false)
  const loses = before.some((id) => !roleIds.includes(id))
  const { effect, isHeld, whenChecked, saveAnyway } = useLeftAlone(props, {
    changes: loses ? [{ userId: user.id, tenantId: account.id, roleIds: [...roleIds] }] : [],
  })
  const isSame = [...roleIds].sort().join() === [...before].sort().join()
  const submit = () => {
    setTouched(true)
    if (roleIds.length === 0) return false
    if (isSame) return void actions.closeDialog()
    return whenChecked(() => actions.setRoles(user, roleIds))
  }
  return (
    <FormDialog
      open
      title={t('rolesTitle', { name: nameOfUser(user) })}
      submitLabel={saveAnyway ?? t('save')}
      cancelLabel={t('cancel')}
      danger={effect !== undefined}
      busy={state.saving || isHeld}
      error={state.formError}
      dirty={!isSame}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <RolesField
        {...props}
        held={held}
        roleIds={roleIds}
        onChange={setRoleIds}
        error={isTouched && roleIds.length === 0 ? t('rolesRequiredError') : undefined}
      />
      <LeftAloneWarning effect={effect} />
    </FormDialog>
  )
}

interface EndProps extends AccountsViewProps {
  account: OpenAccount
  user: UserV3
}

/** Ends a membership of the open account. */
export const RemoveUserDialog = (props: EndProps) => {
  const { state, actions, t, account, user } = props
  const name = nameOfUser(user)
  const { effect, isHeld, whenChecked } = useLeftAlone(props, endOf(user, account.id))
  return (
    <ConfirmDialog
      open
      danger
      title={t('removeUserTitle', { name })}
      text={t('removeUserText', { name, account: account.row.name })}
      confirmLabel={t('removeUserConfirm', { name })}
      cancelLabel={t('cancel')}
      busy={state.saving || isHeld}
      error={state.formError}
      onConfirm={() => void whenChecked(() => actions.removeUser(user))}
      onClose={actions.closeDialog}
    >
      <LeftAloneWarning effect={effect} />
    </ConfirmDialog>
  )
}

/** Opens only if the end of the access leaves sub-accounts without an administrator, which was checked before. */
export const EndAccessDialog = ({ state, actions, t, user }: EndProps) => {
  const name = nameOfUser(user)
  return (
    <ConfirmDialog
      open
      danger
      title={t('endAccessTitle', { name })}
      text={t('endAccessText', { name })}
      confirmLabel={t('endAccessConfirm')}
      cancelLabel={t('cancel')}
      onConfirm={() => void actions.endAccess(user)}
      onClose={actions.closeDialog}
    >
      <LeftAloneWarning effect={state.leftAlone?.effect} />
    </ConfirmDialog>
  )
}
