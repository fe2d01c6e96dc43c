import type { Member } from '../../contract/users.ts'
import type { Translate } from '../../i18n/messages.ts'
import type { MenuItem } from '../../ui/menu/menu-popover.tsx'
import { managedHint } from './users.columns.tsx'
import { isBelow, isFromDirectory, resendKind, statusOf } from './users.member.ts'
import type { UsersTexts } from './users.messages.ts'
import { canUnlock, type UsersActions, type UsersState } from './users.state.ts'

interface MenuParts {
  state: UsersState
  actions: UsersActions
  t: Translate<UsersTexts>
}

const only = (isThere: boolean | undefined, item: MenuItem): MenuItem[] => (isThere ? [item] : [])

const detailsItem = (actions: UsersActions, t: MenuParts['t'], user: Member): MenuItem => ({
  id: 'details',
  label: t('detailsAction'),
  icon: 'eye',
  onSelect: () => actions.openDialog({ kind: 'details', userId: user.id, tenantId: user.tenantId }),
})

const rolesItem = ({ state, actions, t }: MenuParts, user: Member): MenuItem[] =>
  only(state.viewer?.may.editRoles, {
    id: 'roles',
    label: t('editRolesAction'),
    icon: 'roles',
    disabled: state.busy.includes(user.id),
    onSelect: () => actions.openDialog({ kind: 'roles', members: [user] }),
  })

const accountsItem = ({ state, actions, t }: MenuParts, user: Member): MenuItem[] =>
  only(state.viewer?.may.addToAccounts && Object.keys(state.accounts).some((id) => !user.tenantIds?.includes(id)), {
    id: 'accounts',
    label: t('addToAccountsAction'),
    icon: 'plus',
    disabled: state.busy.includes(user.id),
    onSelect: () => actions.openDialog({ kind: 'accounts', member: user }),
  })

const removeItem = ({ state: { viewer, busy }, actions, t }: MenuParts, user: Member): MenuItem[] =>
  only(viewer?.may.remove, {
    id: 'remove',
    label: t('deleteUserAction'),
    icon: 'trash',
    danger: true,
    separated: true,
    disabled: busy.includes(user.id) || user.id === viewer?.id || isFromDirectory(user),
    ...(isFromDirectory(user) && { hint: managedHint(user, t) }),
    ...(user.id === viewer?.id && { hint: t('deleteSelfHint') }),
    onSelect: () => actions.openDialog({ kind: 'remove', members: [user] }),
  })

/** Returns the actions for a user of a sub-account, which are those that the calls of a parent account support. */
const belowMenu = (parts: MenuParts, user: Member): MenuItem[] => [
  detailsItem(parts.actions, parts.t, user),
  ...rolesItem(parts, user),
  ...accountsItem(parts, user),
  ...removeItem(parts, user),
]

/** Returns the user's actions for one row, depending on their permissions and the backend's calls. */
export const rowMenu = ({ state, actions, t }: MenuParts, user: Member): MenuItem[] => {
  const { viewer, extras, busy } = state
  const isBusy = busy.includes(user.id)
  if (isBelow(user, viewer)) return belowMenu({ state, actions, t }, user)
  const resend = resendKind(user)
  const isTemporary = extras.temporary && Boolean(user.temporaryExpirationDate)
  return [
    detailsItem(actions, t, user),
    ...rolesItem({ state, actions, t }, user),
    ...only(viewer?.may.editGroups && extras.groups && state.groups.length > 0, {
      id: 'groups',
      label: t('editGroupsAction'),
      icon: 'groups',
      disabled: isBusy,
      onSelect: () => actions.openDialog({ kind: 'groups', member: user }),
    }),
    ...accountsItem({ state, actions, t }, user),
    ...only(resend && viewer?.may.resend, {
      id: 'resend',
      label: t(resend === 'invitation' ? 'resendInvitationAction' : 'resendActivationAction'),
      icon: 'send',
      disabled: isBusy,
      onSelect: () => actions.resend([user]),
    }),
    ...only(resend === 'invitation' && viewer?.may.resend, {
      id: 'resend-all',
      label: t('resendToAllAction'),
      icon: 'send',
      disabled: isBusy,
      onSelect: () => actions.resendToAll(user),
    }),
    ...only(statusOf(user) === 'locked' && canUnlock(state) && viewer?.may.unlock, {
      id: 'unlock',
      label: t('unlockAction'),
      icon: 'unlock',
      disabled: isBusy,
      onSelect: () => actions.unlock(user),
    }),
    ...only(isTemporary && viewer?.may.extend, {
      id: 'extend',
      label: t('editAccessTimeAction'),
      icon: 'clock',
      disabled: isBusy,
      onSelect: () => actions.openDialog({ kind: 'extend', member: user }),
    }),
    // Removing the limit is a DELETE call and needs its permission.
    ...only(isTemporary && viewer?.may.remove, {
      id: 'permanent',
      label: t('setAsPermanentUserAction'),
      icon: 'check',
      disabled: isBusy,
      onSelect: () => actions.makePermanent(user),
    }),
    ...only(viewer?.may.endSessions, {
      id: 'sessions',
      label: t('endSessionsAction'),
      icon: 'logout',
      disabled: isBusy,
      onSelect: () => actions.endSessions(user),
    }),
    ...removeItem({ state, actions, t }, user),
  ]
}
