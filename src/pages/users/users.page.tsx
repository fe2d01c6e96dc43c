import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import { useAppState } from '../../feature/feature-context.tsx'
import { useListAddress } from '../../parts/record-list/use-list-address.ts'
import { useNotices } from '../../parts/undo/use-notices.ts'
import { addressOfUsers, usersAddressFrom, writeUsersAddress } from './users.address.ts'
import { inviteFieldsOf } from './users.fields.ts'
import { type UsersTexts, usersMessages } from './users.messages.ts'
import { type UsersActions, usersSlice } from './users.slice.ts'
import { initialUsers, type NoticeKey, type UsersState } from './users.state.ts'
import { UsersView } from './users.view.tsx'

const TROUBLE: readonly NoticeKey[] = ['failed', 'unavailable']

type Props = FeatureProps<UsersState, UsersActions, UsersTexts> & PageProps

const UsersPage = ({ page: _, location, ...props }: Props) => {
  const { state, actions, t } = props
  useListAddress({
    location,
    search: addressOfUsers(state),
    canonical: (address) => writeUsersAddress(usersAddressFrom(address)),
    open: actions.enter,
    follow: actions.follow,
    close: actions.close,
    typed: state.query.search,
  })
  useNotices({
    notice: state.notice,
    textOf: ({ key, values }) => t(key, values),
    isTrouble: (key) => TROUBLE.includes(key),
    undoLabel: t('undo'),
    undo: actions.undo,
    commit: actions.commit,
  })
  const settings = useAppState((app) => app.settings)
  return <UsersView {...props} fields={inviteFieldsOf(settings)} />
}

export const feature = defineFeature<UsersState, UsersActions, UsersTexts, PageProps>({
  initial: initialUsers,
  slice: usersSlice,
  messages: usersMessages,
  Component: UsersPage,
})
