import { useEffect, useState } from 'react'
import { PeopleList } from '../../../parts/people-picker/people-list.tsx'
import type { Person } from '../../../parts/people-picker/people-search.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { ColorDot, GroupRoles } from '../groups.columns.tsx'
import { isManagedHere, type ListedGroup } from '../groups.state.ts'
import type { GroupsViewProps } from '../groups.view.tsx'

interface MembersProps extends GroupsViewProps {
  group: ListedGroup
}

/** Who is in a group, and the way to add more. */
export const MembersDrawer = (props: MembersProps & { isAdding: boolean }) => {
  const { actions, t, group, isAdding } = props
  const title = isAdding ? t('titleAddMembers', { name: group.name }) : t('membersTitle', { name: group.name })
  return (
    <Drawer open side="end" label={title} onClose={actions.closeDialog}>
      <div className="fe-groups-drawer">
        <div className="fe-groups-drawer-head">
          <h2 className="fe-groups-drawer-title">
            <ColorDot color={group.color} />
            <span>{title}</span>
          </h2>
          <IconButton icon="x" label={t('close')} onClick={actions.closeDialog} />
        </div>
        {isAdding ? <AddMembers {...props} /> : <Members {...props} />}
      </div>
    </Drawer>
  )
}

const Members = ({ state, actions, t, group }: MembersProps) => {
  const { findMembers } = actions
  useEffect(() => void findMembers(group, ''), [findMembers, group])
  const may = state.viewer?.may
  const isOurs = isManagedHere(group)
  return (
    <>
      {!isOurs && <Alert tone="info">{t('directoryHint')}</Alert>}
      {group.description && <p className="fe-groups-muted">{group.description}</p>}
      <GroupRoles group={group} t={t} />
      <div className="fe-groups-actions">
        {isOurs && may?.addPeople && (
          <Button icon="user-plus" onClick={() => actions.openDialog({ kind: 'members', group, isAdding: true })}>
            {t('addMembers')}
          </Button>
        )}
        {isOurs && may?.edit && (
          <Button icon="edit" onClick={() => actions.openDialog({ kind: 'edit', group })}>
            {t('editGroup')}
          </Button>
        )}
      </div>
      <PeopleList
        state={state.people}
        onSearch={(search) => findMembers(group, search)}
        onMore={() => actions.moreMembers(group)}
        none={t('noMembersMessage')}
        action={(person) =>
          isOurs && may?.removePeople ? (
            <IconButton
              icon="x"
              size="s"
              label={t('removeMember', { name: person.name || person.email })}
              onClick={() => actions.removeMember(group, person)}
            />
          ) : null
        }
      />
    </>
  )
}

const AddMembers = ({ state, actions, t, group }: MembersProps) => {
  const { findPeople } = actions
  const [chosen, setChosen] = useState<readonly Person[]>([])
  useEffect(() => void findPeople(''), [findPeople])
  const isMember = (person: Person) => person.groups?.some(({ id }) => id === group.id) === true
  return (
    <>
      {state.formError && <Alert tone="danger">{state.formError}</Alert>}
      <PeopleList
        state={state.people}
        onSearch={findPeople}
        onMore={actions.morePeople}
        chosen={new Set(chosen.map(({ id }) => id))}
        blocked={(person) => (isMember(person) ? t('alreadyIn') : undefined)}
        onToggle={(person, isChosen) =>
          setChosen((now) => (isChosen ? [...now, person] : now.filter(({ id }) => id !== person.id)))
        }
      />
      <div className="fe-groups-actions">
        <Button onClick={() => actions.openDialog({ kind: 'members', group, isAdding: false })}>{t('back')}</Button>
        <Button
          variant="primary"
          busy={state.saving}
          disabled={chosen.length === 0}
          onClick={() => actions.addMembers(group, chosen)}
        >
          {chosen.length === 0 ? t('addChoose') : t('addSubmit', { count: chosen.length })}
        </Button>
      </div>
    </>
  )
}
