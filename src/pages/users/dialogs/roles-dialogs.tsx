import { useState } from 'react'
import type { Member } from '../../../contract/users.ts'
import { LeftAloneWarning, useLeftAlone } from '../../../parts/left-alone/left-alone.tsx'
import { nameOfUser } from '../../../rules/user-name.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { RadioGroup } from '../../../ui/radio-group/radio-group.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { isSameRoles, memberChange, ROLE_CHANGES, type RoleChange, roleIdsOf, rolesAfter } from '../users.member.ts'
import type { UsersViewProps } from '../users.state.ts'
import { memberDialogsMessages, membershipMessages } from './dialogs.messages.ts'
import { rolesOffered } from './field-options.ts'
import { GuaranteedList, useSuccession } from './guaranteed.tsx'
import { JobProgress } from './job-progress.tsx'
import css from './users-dialogs.css'

/** Edits the roles of one user. */
export const RolesDialog = (props: UsersViewProps & { member: Member }) => {
  const { state, actions, member } = props
  const t = useLocale().translator.translatorFor(membershipMessages)
  useSheet(css)
  const before = roleIdsOf(member)
  const [roleIds, setRoleIds] = useState<readonly string[]>(before)
  const succession = useSuccession(props, { members: [member], endsMembership: false })
  const loses = before.some((id) => !roleIds.includes(id))
  const {
    effect,
    isHeld,
    whenChecked,
    saveAnyway = t('save'),
  } = useLeftAlone(props, {
    changes: loses ? [memberChange(member, state, roleIds)] : [],
  })
  const save = async () => {
    if (isSameRoles(before, roleIds) || (await actions.saveRoles(member, roleIds))) actions.closeDialog()
  }
  const submit = () => whenChecked(() => (loses ? succession.before(save) : save()))
  return (
    <FormDialog
      open
      title={t('rolesTitle', { name: nameOfUser(member) })}
      submitLabel={saveAnyway}
      cancelLabel={t('cancel')}
      danger={effect !== undefined}
      busy={state.saving || isHeld || succession.isHeld}
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
      <LeftAloneWarning effect={effect} />
      {loses && <GuaranteedList members={[member]} succession={succession} />}
    </FormDialog>
  )
}

const MODE_TEXT = { add: 'rolesAdd', remove: 'rolesRemove', replace: 'rolesReplace' } as const

/** Changes the roles of several users, and shows beforehand how many users are affected. */
export const RolesOfManyDialog = (props: UsersViewProps & { members: readonly Member[] }) => {
  const { state, actions, members } = props
  const { translatorFor } = useLocale().translator
  const t = translatorFor(membershipMessages)
  const words = translatorFor(memberDialogsMessages)
  const [change, setChange] = useState<RoleChange>({ mode: 'add', roleIds: [] })
  const [isAsking, setAsking] = useState(false)
  const { job } = state
  const { mode, roleIds } = change
  const count = members.length
  const loses = (member: Member) => roleIdsOf(member).some((id) => !rolesAfter(member, change).includes(id))
  const losing = members.filter(loses)
  const succession = useSuccession(props, { members: losing, endsMembership: false })
  const { effect, isHeld, whenChecked, saveAnyway } = useLeftAlone(props, {
    changes: losing.map((member) => memberChange(member, state, rolesAfter(member, change))),
  })
  const affected = members.filter((member) => !isSameRoles(roleIdsOf(member), rolesAfter(member, change))).length
  const clears = mode === 'replace' && roleIds.length === 0
  const edit = (patch: Partial<RoleChange>) => {
    setAsking(false)
    setChange((before) => ({ ...before, ...patch }))
  }
  const labelOf = (): string => {
    if (isAsking) return words('rolesClear')
    return saveAnyway ?? t('save')
  }
  const submit = () => {
    if (clears && affected > 0 && !isAsking) setAsking(true)
    else if (affected === 0) actions.closeDialog()
    else if (losing.length > 0) void whenChecked(() => succession.before(() => actions.changeRoles(members, change)))
    else void actions.changeRoles(members, change)
    return undefined
  }
  return (
    <FormDialog
      open
      title={t('rolesTitleMany', { count })}
      submitLabel={labelOf()}
      cancelLabel={job?.phase === 'finished' ? t('close') : t('cancel')}
      danger={effect !== undefined}
      busy={isHeld || succession.isHeld || (job !== undefined && job.phase !== 'finished')}
      dirty={roleIds.length > 0 && job === undefined}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <RadioGroup
        label={words('rolesMode')}
        name="mode"
        value={mode}
        options={ROLE_CHANGES.map((value) => ({ value, label: words(MODE_TEXT[value]) }))}
        onChange={(value) => edit({ mode: value })}
      />
      <Field label={t('rolesInputLabel')} hint={words('rolesEffect', { count: affected, total: count })}>
        {({ id, describedBy }) => (
          <Combobox
            id={id}
            describedBy={describedBy}
            options={rolesOffered(members, state)}
            values={roleIds}
            onChange={(ids) => edit({ roleIds: ids })}
            placeholder={roleIds.length > 0 ? '' : t('rolesInputPlaceholder')}
          />
        )}
      </Field>
      <LeftAloneWarning effect={effect} />
      {losing.length > 0 && <GuaranteedList members={losing} succession={succession} />}
      {isAsking && <Alert tone="danger" title={words('rolesClearText', { count: affected })} />}
      {job && <JobProgress job={job} t={props.t} onStop={actions.stopJob} />}
    </FormDialog>
  )
}
