import { useState } from 'react'
import type { Member } from '../../../../contract/additions/members.ts'
import { Button } from '../../../../ui/button/button.tsx'
import type { ComboboxOption } from '../../../../ui/combobox/combobox.props.ts'
import { Combobox } from '../../../../ui/combobox/combobox.tsx'
import { Field } from '../../../../ui/field/field.tsx'
import { useUnsaved } from '../../../../ui/unsaved/use-unsaved.ts'
import { groupsOffered } from '../../groups-offered.ts'
import { isSameRoles, roleIdsOf } from '../../users.member.ts'
import type { UsersViewProps } from '../../users.props.ts'
import { rolesOffered } from '../field-options.ts'
import { Section } from './section.tsx'
import { useDetailsText } from './use-details-text.ts'

interface ChoiceProps {
  label: string
  hint?: string
  placeholder: string
  options: readonly ComboboxOption[]
  values: readonly string[]
  isBusy: boolean
  /** Returning `false` keeps the selection, so that it can be saved again. */
  onSave(values: readonly string[]): Promise<boolean | undefined>
}

/** A field that is saved separately; its buttons appear with the first change. */
const Choice = ({ label, hint, placeholder, options, values, isBusy, onSave }: ChoiceProps) => {
  const t = useDetailsText()
  const [chosen, setChosen] = useState<readonly string[]>()
  const shown = chosen ?? values
  const isChanged = chosen !== undefined && !isSameRoles(chosen, values)
  const drop = () => setChosen(undefined)
  useUnsaved(isChanged, drop)
  const save = async () => {
    if (await onSave(shown)) drop()
  }
  return (
    <div className="fe-users-choice">
      <Field label={label} hint={hint}>
        {({ id, describedBy }) => (
          <Combobox
            id={id}
            describedBy={describedBy}
            options={options}
            values={shown}
            onChange={setChosen}
            placeholder={shown.length > 0 ? '' : placeholder}
            disabled={isBusy}
          />
        )}
      </Field>
      {isChanged && (
        <div className="fe-users-details-actions">
          <Button
            size="s"
            variant="primary"
            busy={isBusy}
            aria-label={`${t('save')}: ${label}`}
            onClick={() => void save()}
          >
            {t('save')}
          </Button>
          <Button size="s" disabled={isBusy} aria-label={`${t('discard')}: ${label}`} onClick={drop}>
            {t('discard')}
          </Button>
        </div>
      )}
    </div>
  )
}

export const mayEditGroups = ({ viewer, extras, groups }: UsersViewProps['state']): boolean =>
  viewer?.may.editGroups === true && extras.groups && groups.length > 0

/** Roles and groups, which can be edited in place. */
export const Access = ({ state, actions, user }: UsersViewProps & { user: Member }) => {
  const t = useDetailsText()
  const { viewer, groups, busy } = state
  const isBusy = busy.includes(user.id)
  const { kept, own, offered } = groupsOffered(user, groups)
  const hasGroups = mayEditGroups(state)
  if (!viewer?.may.editRoles && !hasGroups) return null
  return (
    <Section title={t('accessTitle')}>
      {viewer?.may.editRoles && (
        <Choice
          label={t('rolesLabel')}
          placeholder={t('rolesPlaceholder')}
          options={rolesOffered([user], state)}
          values={roleIdsOf(user)}
          isBusy={isBusy}
          onSave={(roleIds) => actions.saveRolesHere(user, roleIds)}
        />
      )}
      {hasGroups && (
        <Choice
          label={t('groupsLabel')}
          {...(kept.length > 0 && {
            hint: t('groupsDirectory', { names: kept.map(({ name }) => name).join(', ') }),
          })}
          placeholder={t('groupsPlaceholder')}
          options={offered}
          values={own}
          isBusy={isBusy}
          onSave={(groupIds) => actions.saveGroupsHere(user, [...groupIds, ...kept.map(({ id }) => id)])}
        />
      )}
    </Section>
  )
}
