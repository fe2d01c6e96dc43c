import { useState } from 'react'
import type { Member } from '../../../contract/users.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { AccessCheckAlert, useCheckedSave } from '../../../parts/access-check/access-check.tsx'
import { LeftAloneWarning, useLeftAlone } from '../../../parts/left-alone/left-alone.tsx'
import { roleOptions } from '../../../parts/role-options/role-options.ts'
import { formatDate } from '../../../rules/account-date.ts'
import { nameOfUser } from '../../../rules/user-name.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { isBelow, memberChange, otherTenants } from '../users.member.ts'
import type { UsersViewProps } from '../users.state.ts'
import { dialogsMessages, memberDialogsMessages, membershipMessages } from './dialogs.messages.ts'
import { groupsOffered, leavingChanges } from './field-options.ts'
import { GuaranteedList, useSuccession } from './guaranteed.tsx'
import { JobProgress } from './job-progress.tsx'

interface RemoveDialogProps extends UsersViewProps {
  members: readonly Member[]
}

/** Number of listed names; the others are counted. */
const NAMES_SHOWN = 8

const consequence = (
  { state, members }: RemoveDialogProps,
  t: Translate<(typeof membershipMessages)['texts']>,
): string => {
  const [only] = members
  const tenant =
    (only && isBelow(only, state.viewer) && state.accounts[only.tenantId]) || (state.viewer?.tenantName ?? '')
  if (!only || members.length > 1) return t('removeTextMany', { count: members.length, tenant })
  const others = otherTenants(only, only.tenantId || (state.viewer?.tenantId ?? ''))
  const values = { name: nameOfUser(only), tenant, count: others }
  return others > 0 ? t('removeTextOthers', values) : t('removeText', values)
}

/** Names the effect and the affected users, in the text and on the button. */
export const RemoveDialog = (props: RemoveDialogProps) => {
  const { state, actions, members } = props
  const t = useLocale().translator.translatorFor(membershipMessages)
  const { job } = state
  const isRunning = state.saving || (job !== undefined && job.phase !== 'finished')
  const [only] = members
  const succession = useSuccession(props, { members, endsMembership: true })
  const leaving = members.filter((member) => isBelow(member, state.viewer) || member.id !== state.viewer?.id)
  const { effect, isHeld, whenChecked } = useLeftAlone(props, {
    changes: leaving.map((member) => memberChange(member, state)),
  })
  const remove = () =>
    only && isBelow(only, state.viewer)
      ? void actions.removeFromAccount(only)
      : void succession.before(() => actions.remove(members))
  const values = { count: members.length, name: nameOfUser(members[0]) }
  const isOne = members.length === 1
  const footer = (
    <>
      <Button disabled={isRunning} onClick={actions.closeDialog}>
        {job?.phase === 'finished' ? t('close') : t('cancel')}
      </Button>
      {job?.phase !== 'finished' && (
        <Button
          variant="danger"
          busy={isRunning || isHeld || succession.isHeld}
          onClick={() => void whenChecked(remove)}
        >
          {isOne ? t('removeConfirm', values) : t('removeConfirmMany', values)}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      open
      size="s"
      role="alertdialog"
      title={isOne ? t('removeTitle', values) : t('removeTitleMany', values)}
      description={consequence(props, t)}
      footer={footer}
      onClose={actions.closeDialog}
    >
      {state.formError && <Alert tone="danger" title={state.formError} />}
      {!isOne && (
        <ul className="fe-users-names">
          {members.slice(0, NAMES_SHOWN).map((member) => (
            <li key={member.id}>{nameOfUser(member)}</li>
          ))}
          {members.length > NAMES_SHOWN && <li>{props.t('moreRoles', { count: members.length - NAMES_SHOWN })}</li>}
        </ul>
      )}
      <LeftAloneWarning effect={effect} />
      <GuaranteedList members={members} succession={succession} />
      {job && <JobProgress job={job} t={props.t} onStop={actions.stopJob} />}
    </Dialog>
  )
}

export const GroupsDialog = (props: UsersViewProps & { member: Member }) => {
  const { state, actions, member } = props
  const t = useLocale().translator.translatorFor(memberDialogsMessages)
  const { kept, own: before, offered } = groupsOffered(member, state.groups)
  const [groupIds, setGroupIds] = useState<readonly string[]>(before)
  const check = useCheckedSave(props, leavingChanges(member, state.groups, { before, after: groupIds }), groupIds)
  return (
    <FormDialog
      open
      title={t('groupsTitle', { name: nameOfUser(member) })}
      submitLabel={check.saveAnyway ?? t('save')}
      cancelLabel={t('cancel')}
      busy={state.saving || check.isChecking}
      error={state.formError}
      dirty={groupIds.join() !== before.join()}
      onSubmit={() => check.save(() => actions.saveGroups(member, [...groupIds, ...kept.map(({ id }) => id)]))}
      onClose={actions.closeDialog}
    >
      <Field label={t('groupsLabel')} hint={t('groupsHint')}>
        {({ id, describedBy }) => (
          <Combobox
            id={id}
            describedBy={describedBy}
            options={offered}
            values={groupIds}
            onChange={setGroupIds}
            placeholder={groupIds.length > 0 ? '' : t('groupsPlaceholder')}
          />
        )}
      </Field>
      {kept.length > 0 && (
        <p className="fe-users-muted">{t('groupsDirectory', { names: kept.map(({ name }) => name).join(', ') })}</p>
      )}
      <AccessCheckAlert {...check} />
    </FormDialog>
  )
}

/** Adds the selected users to groups. They also stay in their current groups. */
export const AddToGroupsDialog = ({ state, actions, members }: UsersViewProps & { members: readonly Member[] }) => {
  const t = useLocale().translator.translatorFor(memberDialogsMessages)
  const [groupIds, setGroupIds] = useState<readonly string[]>([])
  const [isChecked, setChecked] = useState(false)
  // A directory controls the members of its own groups.
  const offered = state.groups.filter(({ managedBy }) => managedBy !== 'scim2')
  const submit = () => {
    setChecked(true)
    if (groupIds.length === 0) return false
    return actions.addToGroups(members, groupIds)
  }
  return (
    <FormDialog
      open
      title={t('addToGroupsTitle', { count: members.length })}
      submitLabel={t('addToGroupsSubmit')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={groupIds.length > 0}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field
        label={t('groupsLabel')}
        hint={t('groupsHint')}
        error={isChecked && groupIds.length === 0 ? t('groupsMissing') : undefined}
      >
        {({ id, describedBy }) => (
          <Combobox
            id={id}
            describedBy={describedBy}
            options={offered.map(({ id: value, name, description }) => ({
              value,
              label: name,
              ...(description && { hint: description }),
            }))}
            values={groupIds}
            onChange={setGroupIds}
            placeholder={groupIds.length > 0 ? '' : t('groupsPlaceholder')}
          />
        )}
      </Field>
    </FormDialog>
  )
}

/** Makes a user a member of sub-accounts. */
export const AccountsDialog = ({ state, actions, member }: UsersViewProps & { member: Member }) => {
  const t = useLocale().translator.translatorFor(memberDialogsMessages)
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

const DAYS = [1, 7, 14, 30, 90]
const DEFAULT_DAYS = 30

export const ExtendDialog = ({ actions, member }: UsersViewProps & { member: Member }) => {
  const { dates, translator } = useLocale()
  const t = translator.translatorFor(dialogsMessages)
  const [days, setDays] = useState(DEFAULT_DAYS)
  const date = formatDate(member.temporaryExpirationDate ?? '', dates)
  const submit = () => {
    actions.closeDialog()
    void actions.extend(member, days)
    return undefined
  }
  return (
    <FormDialog
      open
      size="s"
      title={t('extendTitle', { name: nameOfUser(member) })}
      description={t('extendText', { date })}
      submitLabel={t('extendSubmit')}
      cancelLabel={t('cancel')}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field label={t('extendLabel')}>
        {({ id }) => (
          <Select
            id={id}
            value={String(days)}
            options={DAYS.map((count) => ({ value: String(count), label: t('expirationDays', { count }) }))}
            onChange={(value) => setDays(Number(value))}
          />
        )}
      </Field>
    </FormDialog>
  )
}
