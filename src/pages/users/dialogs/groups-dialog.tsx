import { useState } from 'react'
import type { Member } from '../../../contract/additions.ts'
import { messageOf } from '../../../kernel/errors.ts'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import type { UsersContext } from '../users.context.ts'
import { nameOf } from '../users.rows.ts'
import { closeDialog, noticed, replaceUser } from '../users.state.ts'
import type { UsersViewProps } from '../users.view.tsx'
import { useMoreText } from './use-more-text.ts'

const groupIdsOf = (member: Member): string[] => member.groups?.map(({ id }) => id) ?? []

/** One call per group that changes; what was done before a refusal stays. */
const saveGroups = async ({ api, apply, get, deps }: UsersContext, member: Member, groupIds: readonly string[]) => {
  const before = groupIdsOf(member)
  const body = { userIds: [member.id] }
  for (const groupId of groupIds.filter((id) => !before.includes(id))) {
    await api.groups.addUsers({ path: { groupId }, body })
  }
  for (const groupId of before.filter((id) => !groupIds.includes(id))) {
    await api.groups.removeUsers({ path: { groupId }, body })
  }
  const groups = get().groups.filter(({ id }) => groupIds.includes(id))
  deps.events.after('update-user', { userId: member.id, groupIds })
  apply(replaceUser(member.id, { groups }), closeDialog, noticed('groupsSaved', { name: nameOf(member) }))
}

export const GroupsDialog = ({ state, actions, member }: UsersViewProps & { member: Member }) => {
  const t = useMoreText()
  const isKept = (id: string) => state.groups.find((group) => group.id === id)?.managedBy === 'scim2'
  const kept = groupIdsOf(member).filter(isKept)
  const before = groupIdsOf(member).filter((id) => !isKept(id))
  const [groupIds, setGroupIds] = useState<readonly string[]>(before)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const offered = state.groups
    .filter(({ managedBy }) => managedBy !== 'scim2')
    .map(({ id, name, description }) => ({ value: id, label: name, ...(description && { hint: description }) }))
  const others = (member.groups ?? []).filter(
    ({ id }) => before.includes(id) && !offered.some(({ value }) => value === id),
  )
  const submit = async () => {
    setBusy(true)
    setError(undefined)
    await saveGroups(actions.context(), member, [...groupIds, ...kept]).catch((cause: unknown) => {
      setError(messageOf(cause))
    })
    setBusy(false)
  }
  return (
    <FormDialog
      open
      title={t('groupsTitle', { name: nameOf(member) })}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      busy={busy}
      error={error}
      dirty={groupIds.join() !== before.join()}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field label={t('groupsLabel')} hint={t('groupsHint')}>
        {({ id, describedBy }) => (
          <Combobox
            id={id}
            describedBy={describedBy}
            options={[...offered, ...others.map(({ id: value, name }) => ({ value, label: name ?? value }))]}
            values={groupIds}
            onChange={setGroupIds}
            placeholder={groupIds.length > 0 ? '' : t('groupsPlaceholder')}
          />
        )}
      </Field>
      {kept.length > 0 && (
        <p className="fe-users-muted">
          {t('groupsDirectory', {
            names: state.groups
              .filter(({ id }) => kept.includes(id))
              .map(({ name }) => name)
              .join(', '),
          })}
        </p>
      )}
    </FormDialog>
  )
}
