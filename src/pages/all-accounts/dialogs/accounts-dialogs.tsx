import { useEffect, useState } from 'react'
import { LeftAloneWarning, useLeftAlone } from '../../../parts/left-alone/left-alone.tsx'
import { normalizeName } from '../../../rules/names.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { useRadioSheet } from '../../../ui/radio-group/radio-group.tsx'
import { SearchInput } from '../../../ui/search-input/search-input.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { AccountRow, AccountsViewProps } from '../all-accounts.state.ts'
import { AddUsersDialog, EndAccessDialog, RemoveUserDialog, UserRolesDialog } from './account-users-dialogs.tsx'
import { StatusDialog, SuspensionDialog } from './status-dialogs.tsx'

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

interface MoveProps extends AccountsViewProps {
  account: AccountRow
}

interface PickProps extends MoveProps {
  chosen: AccountRow | undefined
  onChoose(row: AccountRow): void
}

/** Accounts found on the server, because there may be ten thousand of them. */
const Places = ({ state, actions, t, account, chosen, onChoose }: PickProps) => {
  const { candidates } = state
  useRadioSheet()
  if (candidates.phase === 'failed')
    return (
      <Alert tone="danger" action={<Button onClick={() => void actions.findParents('', account)}>{t('retry')}</Button>}>
        {t('parentsFailed')}
      </Alert>
    )
  if (candidates.phase === 'loading' && candidates.rows.length === 0) return <Skeleton height="108px" />
  return (
    <fieldset className="fe-accounts-parents">
      <legend className="fe-hidden">{t('parentAccountLabel')}</legend>
      {candidates.rows.map((row) => (
        <label key={row.id}>
          <input
            type="radio"
            className="fe-radio-mark"
            name="parent"
            checked={chosen?.id === row.id}
            disabled={row.id === account.parentId}
            onChange={() => onChoose(row)}
          />
          <span>
            {row.name}
            {row.path && <span className="fe-accounts-place-path">{row.path}</span>}
          </span>
        </label>
      ))}
      {candidates.phase === 'ready' && candidates.rows.length === 0 && <p role="status">{t('noAccountFound')}</p>}
    </fieldset>
  )
}

export const MoveDialog = (props: MoveProps) => {
  const { state, actions, t, account } = props
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<AccountRow>()
  const [isTouched, setTouched] = useState(false)
  const { findParents } = actions
  useEffect(() => void findParents(text, account), [findParents, text, account])
  const move = chosen && { tenantId: account.id, parentTenantId: chosen.id }
  const { effect, isHeld, whenChecked, saveAnyway } = useLeftAlone(props, { changes: [], ...(move && { move }) })
  const submit = () => {
    setTouched(true)
    return chosen ? whenChecked(() => actions.move(account, chosen)) : false
  }
  return (
    <FormDialog
      open
      title={t('moveTitle', { name: account.name })}
      description={account.isParent ? `${t('moveSubAccounts')} ${t('moveDescription')}` : t('moveDescription')}
      submitLabel={saveAnyway ?? t('moveConfirm')}
      danger={effect !== undefined}
      cancelLabel={t('cancel')}
      busy={state.saving || isHeld}
      error={state.formError}
      dirty={chosen !== undefined}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field label={t('parentAccountLabel')} error={isTouched && !chosen ? t('parentIsRequired') : undefined}>
        {() => (
          <div className="fe-accounts-search">
            <SearchInput label={t('parentSearchLabel')} value={text} onChange={setText} />
            <Places {...props} chosen={chosen} onChoose={setChosen} />
          </div>
        )}
      </Field>
      <LeftAloneWarning effect={effect} />
    </FormDialog>
  )
}

/** Renders the dialog that is open. */
export const AccountsDialogs = (props: AccountsViewProps) => {
  const { state } = props
  const { dialog, account } = state
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'create':
      return <CreateDialog {...props} parent={dialog.parent} />
    case 'edit':
      return <RenameDialog {...props} account={dialog.account} />
    case 'move':
      return <MoveDialog {...props} account={dialog.account} />
    case 'suspend':
    case 'resume':
      return <SuspensionDialog {...props} account={dialog.account} isSuspended={dialog.kind === 'suspend'} />
    case 'status':
      return <StatusDialog {...props} account={dialog.account} />
    case 'delete':
      return <DeleteDialog {...props} account={dialog.account} />
    case 'add-users':
      return account ? <AddUsersDialog {...props} account={account} /> : null
    case 'roles':
      return account ? <UserRolesDialog {...props} account={account} user={dialog.user} /> : null
    case 'remove-user':
      return account ? <RemoveUserDialog {...props} account={account} user={dialog.user} /> : null
    case 'end-access':
      return account ? <EndAccessDialog {...props} account={account} user={dialog.user} /> : null
  }
}
