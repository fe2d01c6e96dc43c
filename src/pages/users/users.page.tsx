import { useEffect, useRef } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useAppState } from '../../feature/feature-context.tsx'
import { usePageLocation } from '../../feature/page-location.tsx'
import { useNotices } from '../../parts/undo/use-notices.ts'
import { inviteFieldsOf } from './users.fields.ts'
import { type UsersTexts, usersMessages } from './users.messages.ts'
import { queryFromSearch, searchFromQuery } from './users.query.ts'
import { type UsersActions, usersSlice } from './users.slice.ts'
import { initialUsers, type NoticeKey, type UsersState } from './users.state.ts'
import { UsersView } from './users.view.tsx'

const TROUBLE: readonly NoticeKey[] = ['failed', 'unavailable']

type Props = FeatureProps<UsersState, UsersActions, UsersTexts>

/** The address and the list follow each other: a step back shows the older question again. */
const useQueryInAddress = ({ state, actions }: Props) => {
  const { search, write } = usePageLocation()
  const shown = useRef<string | undefined>(undefined)
  useEffect(() => {
    const query = queryFromSearch(search)
    const canonical = searchFromQuery(query)
    if (shown.current === canonical) return
    const isFirst = shown.current === undefined
    shown.current = canonical
    if (isFirst) actions.open(query)
    else actions.show(query)
  }, [search, actions])
  useEffect(() => actions.close, [actions])
  const canonical = searchFromQuery(state.query)
  const before = useRef(state.query.search)
  useEffect(() => {
    if (shown.current === undefined || shown.current === canonical) return
    shown.current = canonical
    // Typing on in the search box corrects the step it began.
    const isTyping = before.current !== '' && before.current !== state.query.search
    before.current = state.query.search
    write(canonical, isTyping ? 'replace' : 'push')
  }, [canonical, state.query.search, write])
}

const UsersPage = (props: Props) => {
  useQueryInAddress(props)
  const { state, actions, t } = props
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

export const feature = defineFeature({
  initial: initialUsers,
  slice: usersSlice,
  messages: usersMessages,
  Component: UsersPage,
})
