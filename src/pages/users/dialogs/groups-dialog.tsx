import { useState } from 'react'
import type { Member } from '../../../contract/additions/members.ts'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { nameOf } from '../users.rows.ts'
import type { UsersViewProps } from '../users.view.tsx'
import { useMoreText } from './use-more-text.ts'

const groupIdsOf = (member: Member): string[] => member.groups?.map(({ id }) => id) ?? []

export const GroupsDialog = ({ state, actions, member }: UsersViewProps & { member: Member }) => {
  const t = useMoreText()
  const isKept = (id: string) => state.groups.find((group) => group.id === id)?.managedBy === 'scim2'
  const kept = groupIdsOf(member).filter(isKept)
  const before = groupIdsOf(member).filter((id) => !isKept(id))
  const [groupIds, setGroupIds] = useState<readonly string[]>(before)
  const offered = state.groups
    .filter(({ managedBy }) => managedBy !== 'scim2')
    .map(({ id, name, description }) => ({ value: id, label: name, ...(description && { hint: description }) }))
  const others = (member.groups ?? []).filter(
    ({ id }) => before.includes(id) && !offered.some(({ value }) => value === id),
  )
  return (
    <FormDialog
      open
      title={t('groupsTitle', { name: nameOf(member) })}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={groupIds.join() !== before.join()}
      onSubmit={() => actions.saveGroups(member, [...groupIds, ...kept])}
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
