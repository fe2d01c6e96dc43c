import { useRef } from 'react'
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
  const { search } = state.list.query
  const before = useRef(search)
  const isTyping = before.current !== '' && before.current !== search
  before.current = search
  useListAddress({
    search: addressOfGroups(state),
    canonical: (address) => writeGroupsAddress(groupsAddressFrom(address)),
    open: actions.open,
    follow: actions.follow,
    close: actions.close,
    isTyping,
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
