import { type FormEvent, useState } from 'react'
import type { SsoGroup } from '../../../entities/sso.ts'
import { roleOptions } from '../../../parts/role-options/role-options.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { partOf, type StepProps } from '../sso.actions.ts'
import type { SsoState } from '../sso.state.ts'

/**
 * Returns the role options. Roles that can no longer be assigned stay listed by their id, so that saving doesn't drop
 * them unnoticed.
 */
const optionsOf = ({ roles }: SsoState, chosen: readonly string[]) => [
  ...roleOptions(roles),
  ...chosen.filter((id) => !roles.some((role) => role.id === id)).map((id) => ({ value: id, label: id })),
]

/** Sets the roles that users get at their first sign-in. */
export const RolesStep = (props: StepProps) => (
  <>
    <DefaultRoles key={props.connection.roleIds.join()} {...props} />
    <Groups {...props} />
  </>
)

const DefaultRoles = (props: StepProps) => {
  const { connection, state, actions, s, canEdit } = props
  const [roleIds, setRoleIds] = useState<readonly string[]>(connection.roleIds)
  const { busy, error } = partOf(props, 'roles')
  return (
    <Card title={s('rolesTitle')} text={s('rolesText')}>
      <div className="fe-sso-form">
        {error && <Alert tone="danger">{error}</Alert>}
        <Field label={s('defaultRoles')}>
          {({ id, describedBy }) => (
            <Combobox
              id={id}
              describedBy={describedBy}
              disabled={!canEdit}
              placeholder={roleIds.length > 0 ? '' : s('chooseRoles')}
              options={optionsOf(state, roleIds)}
              values={roleIds}
              onChange={setRoleIds}
            />
          )}
        </Field>
        {canEdit && (
          <Button busy={busy} onClick={() => void actions.setRoles(connection, roleIds)}>
            {s('save')}
          </Button>
        )}
      </div>
    </Card>
  )
}

const Groups = (props: StepProps) => {
  const { connection, s, canEdit } = props
  return (
    <Card title={s('groupsTitle')} text={s('groupsText')}>
      {connection.groups.length === 0 && <p className="fe-sso-muted">{s('noGroups')}</p>}
      <ul className="fe-sso-list">
        {connection.groups.map((group) => (
          <Group key={`${group.id}${group.roleIds.join()}`} {...props} group={group} />
        ))}
      </ul>
      {canEdit && <AddGroup {...props} />}
      <UpdatesRoles {...props} />
    </Card>
  )
}

/** Sets whether sign-ins update roles; not supported by older backends. */
const UpdatesRoles = (props: StepProps) => {
  const { connection, actions, s, canEdit } = props
  const { updatesRoles } = connection.details ?? {}
  const { busy, error } = partOf(props, 'groups', 'updates-roles')
  if (updatesRoles === undefined) return null
  return (
    <>
      {error && <Alert tone="danger">{error}</Alert>}
      <Switch
        label={s('updatesRoles')}
        hint={s('updatesRolesHint')}
        checked={updatesRoles}
        disabled={!canEdit || busy}
        onChange={(isOn) => void actions.setUpdatesRoles(connection, isOn)}
      />
    </>
  )
}

const Group = (props: StepProps & { group: SsoGroup }) => {
  const { connection, state, actions, s, canEdit, group } = props
  const [roleIds, setRoleIds] = useState<readonly string[]>(group.roleIds)
  const { busy, error } = partOf(props, 'groups', group.id)
  const isChanged = roleIds.join() !== group.roleIds.join()
  return (
    <li className="fe-sso-item">
      <div className="fe-sso-item-head">
        <b>{group.group}</b>
        {state.viewer?.may.remove && (
          <IconButton
            icon="trash"
            label={s('removeGroup', { group: group.group })}
            onClick={() => void actions.removeGroup(connection, group.id)}
          />
        )}
      </div>
      {error && <Alert tone="danger">{error}</Alert>}
      <Combobox
        label={s('groupRolesOf', { group: group.group })}
        disabled={!canEdit}
        placeholder={roleIds.length > 0 ? '' : s('chooseRoles')}
        options={optionsOf(state, roleIds)}
        values={roleIds}
        onChange={setRoleIds}
      />
      {canEdit && isChanged && (
        <Button
          size="s"
          busy={busy}
          onClick={() => void actions.saveGroup(connection, { ...group, roleIds: [...roleIds] })}
        >
          {s('save')}
        </Button>
      )}
    </li>
  )
}

const AddGroup = (props: StepProps) => {
  const { connection, state, actions, s } = props
  const [group, setGroup] = useState('')
  const [roleIds, setRoleIds] = useState<readonly string[]>([])
  const [isChecked, setChecked] = useState(false)
  const { busy, error } = partOf(props, 'groups', '')
  const isWrong = isChecked && group.trim() === ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const isSaved =
      group.trim() !== '' && (await actions.saveGroup(connection, { group: group.trim(), roleIds: [...roleIds] }))
    if (!isSaved) return
    setGroup('')
    setRoleIds([])
    setChecked(false)
  }
  return (
    <form className="fe-sso-form" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={s('groupLabel')} hint={s('groupHint')} error={isWrong ? s('groupRequired') : error}>
        {(ids) => (
          <TextInput
            {...ids}
            name="group"
            autoComplete="off"
            maxLength={500}
            value={group}
            onChange={(event) => setGroup(event.target.value)}
          />
        )}
      </Field>
      <Field label={s('groupRoles')}>
        {({ id, describedBy }) => (
          <Combobox
            id={id}
            describedBy={describedBy}
            placeholder={roleIds.length > 0 ? '' : s('chooseRoles')}
            options={optionsOf(state, roleIds)}
            values={roleIds}
            onChange={setRoleIds}
          />
        )}
      </Field>
      <Button type="submit" busy={busy}>
        {s('addGroup')}
      </Button>
    </form>
  )
}
