import { useState } from 'react'
import type { Member } from '../../../contract/additions/members.ts'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { nameOf, roleIdsOf } from '../users.rows.ts'
import type { UsersViewProps } from '../users.view.tsx'
import { JobProgress } from './job-progress.tsx'

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

/** Offered roles, and any the user has that are no longer offered, so that saving never drops one unseen. */
const optionsFor = (members: readonly Member[], { state }: UsersViewProps) => {
  const offered = state.roles.map((role) => ({ value: role.id, label: role.name, hint: role.description }))
  const held = members.flatMap((member) => member.roles ?? [])
  const others = held.filter(({ id }, at) => {
    const isFirst = held.findIndex((role) => role.id === id) === at
    return isFirst && !offered.some(({ value }) => value === id)
  })
  return [...offered, ...others.map(({ id, name }) => ({ value: id, label: name }))]
}

export const RolesDialog = (props: UsersViewProps & { members: readonly Member[] }) => {
  const { state, actions, t, members } = props
  const [only] = members
  const isOne = members.length === 1 && only !== undefined
  const before = isOne ? roleIdsOf(only) : []
  const [roleIds, setRoleIds] = useState<readonly string[]>(before)
  const { job } = state
  const isRunning = job !== undefined && job.phase !== 'finished'
  const submit = () => {
    if (isOne && isSame(before, roleIds)) actions.closeDialog()
    else actions.saveRoles(members, roleIds)
    return undefined
  }
  const count = members.length
  return (
    <FormDialog
      open
      title={isOne ? t('rolesTitle', { name: nameOf(only) }) : t('rolesTitleMany', { count })}
      description={isOne ? undefined : t('rolesManyHint')}
      submitLabel={t('save')}
      cancelLabel={job?.phase === 'finished' ? t('close') : t('cancel')}
      busy={isRunning}
      dirty={!isSame(before, roleIds) && job === undefined}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field label={t('rolesInputLabel')} hint={roleIds.length === 0 ? t('rolesNoneHint') : t('rolesHint')}>
        {({ id, describedBy }) => (
          <Combobox
            id={id}
            describedBy={describedBy}
            options={optionsFor(members, props)}
            values={roleIds}
            onChange={setRoleIds}
            placeholder={roleIds.length > 0 ? '' : t('rolesInputPlaceholder')}
          />
        )}
      </Field>
      {job && <JobProgress job={job} t={t} onStop={actions.stopJob} />}
    </FormDialog>
  )
}
