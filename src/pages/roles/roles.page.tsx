import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useListAddress } from '../../parts/record-list/use-list-address.ts'
import { useNotices } from '../../parts/undo/use-notices.ts'
import { type RolesTexts, rolesMessages } from './roles.messages.ts'
import { type RolesActions, rolesSlice } from './roles.slice.ts'
import { addressOfRoles, initialRoles, type RolesState, rolesAddressFrom, writeRolesAddress } from './roles.state.ts'
import { RolesView } from './roles.view.tsx'

type Props = FeatureProps<RolesState, RolesActions, RolesTexts>

const RolesPage = (props: Props) => {
  const { state, actions, t } = props
  useListAddress({
    search: addressOfRoles(state),
    canonical: (address) => writeRolesAddress(rolesAddressFrom(address)),
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
  return <RolesView {...props} />
}

export const feature = defineFeature({
  initial: initialRoles,
  slice: rolesSlice,
  messages: rolesMessages,
  Component: RolesPage,
})
