import { useEffect } from 'react'
import { PeopleList } from '../../../parts/people-picker/people-list.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import type { ListedRole } from '../roles.state.ts'
import type { RolesViewProps } from '../roles.view.tsx'

type HoldersProps = RolesViewProps & { role: ListedRole }

/** The people who hold a role themselves, searched on the server. */
export const HoldersDrawer = ({ state, actions, t, role }: HoldersProps) => {
  const { findHolders } = actions
  useEffect(() => void findHolders(role, ''), [findHolders, role])
  const { holders } = state
  return (
    <Drawer open side="end" label={t('holdersTitle', { name: role.name })} onClose={actions.closeDialog}>
      <div className="fe-roles-drawer">
        <div className="fe-roles-drawer-head">
          <div>
            <h2 className="fe-roles-drawer-title">{t('holdersTitle', { name: role.name })}</h2>
            <span className="fe-roles-muted">
              {holders.phase === 'ready' ? t('holdersTotal', { count: holders.total }) : ''}
            </span>
          </div>
          <IconButton icon="x" label={t('close')} onClick={actions.closeDialog} />
        </div>
        <PeopleList
          state={holders}
          onSearch={(search) => findHolders(role, search)}
          onMore={() => actions.moreHolders(role)}
          none={t('holdersNone')}
        />
      </div>
    </Drawer>
  )
}
