import { useEffect, useRef } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useToast } from '../../ui/toast/toast.tsx'
import { IDLE, useFailureText } from '../failure/failure.ts'
import { useCeremonyText } from './ceremony/ceremony-failure.ts'
import { useCeremonies } from './ceremony/ceremony-feature.ts'
import { type PasskeysTexts, passkeysMessages } from './passkeys.messages.ts'
import { type PasskeysActions, passkeysSlice } from './passkeys.slice.ts'
import { initialPasskeys, type PasskeyNotice, type PasskeysGiven, type PasskeysState } from './passkeys.state.ts'
import { PasskeysView } from './passkeys.view.tsx'

interface Props extends FeatureProps<PasskeysState, PasskeysActions, PasskeysTexts>, PasskeysGiven {}

const NOTICE = {
  added: 'passkeyAddedNotice',
  removed: 'passkeyRemovedNotice',
  renamed: 'passkeyRenamedNotice',
} as const satisfies Record<PasskeyNotice['key'], keyof PasskeysTexts>

const useNotices = ({ state: { notice }, t }: Props) => {
  const toast = useToast()
  const shown = useRef(notice?.seq)
  useEffect(() => {
    if (!notice || shown.current === notice.seq) return
    shown.current = notice.seq
    toast({ tone: 'success', text: t(NOTICE[notice.key]) })
  }, [notice, toast, t])
}

const Passkeys = (props: Props) => {
  const { state, actions, t, canEdit, isWanted } = props
  const ceremonies = useCeremonies()
  useNotices(props)
  useEffect(() => {
    void actions.load()
    // A browser prompt must not outlive its page.
    return ceremonies.stop
  }, [actions, ceremonies])
  const errors = {
    list: useFailureText(state.list),
    adding: useCeremonyText(state.adding),
    removal: useFailureText(state.removal?.progress ?? IDLE),
    renaming: useFailureText(state.renaming?.progress ?? IDLE),
  }
  return (
    <PasskeysView
      state={state}
      t={t}
      isSupported={ceremonies.isSupported()}
      canEdit={canEdit}
      isWanted={isWanted}
      errors={errors}
      on={{
        retry: () => void actions.load(),
        add: () => void actions.add(ceremonies),
        stop: ceremonies.stop,
        askRemoval: actions.askRemoval,
        keep: actions.dropRemoval,
        remove: () => void actions.remove(),
        openRenaming: actions.openRenaming,
        dropRenaming: actions.dropRenaming,
        rename: (name) => void actions.rename(name),
      }}
    />
  )
}

export const passkeysFeature = defineFeature<PasskeysState, PasskeysActions, PasskeysTexts, PasskeysGiven>({
  initial: initialPasskeys,
  slice: passkeysSlice,
  messages: passkeysMessages,
  Component: Passkeys,
})
