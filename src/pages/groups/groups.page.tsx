import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useListAddress } from '../../parts/record-list/use-list-address.ts'
import { useNotices } from '../../parts/undo/use-notices.ts'
import { type GroupsTexts, groupsMessages } from './groups.messages.ts'
import { type GroupsActions, groupsSlice } from './groups.slice.ts'
import {
  addressOfGroups,
  type GroupsState,
  groupsAddressFrom,
  initialGroups,
  writeGroupsAddress,
} from './groups.state.ts'
import { GroupsView } from './groups.view.tsx'

type Props = FeatureProps<GroupsState, GroupsActions, GroupsTexts>

const GroupsPage = (props: Props) => {
  const { state, actions, t } = props
  useListAddress({
    search: addressOfGroups(state),
    canonical: (address) => writeGroupsAddress(groupsAddressFrom(address)),
    open: actions.open,
    follow: actions.follow,
    close: actions.close,
    typed: state.list.query.search,
  })
  useNotices({
    notice: state.notice,
    textOf: ({ key, values }) => t(key, values),
    isTrouble: (key) => key === 'failed' || key === 'unavailable',
    undoLabel: t('undo'),
    undo: actions.undo,
    commit: actions.commit,
  })
  return <GroupsView {...props} />
}

export const feature = defineFeature({
  initial: initialGroups,
  slice: groupsSlice,
  messages: groupsMessages,
  Component: GroupsPage,
})
