import { useEffect, useRef } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useToast } from '../../ui/toast/toast.tsx'
import { IDLE } from '../failure/failure.ts'
import { useFailureText } from '../failure/use-failure-text.ts'
import { useCeremonyText } from './ceremony/ceremony-failure.ts'
import { useCeremonies } from './ceremony/ceremony-feature.ts'
import { type PasskeysTexts, passkeysMessages } from './passkeys.messages.ts'
import { type PasskeysActions, passkeysSlice } from './passkeys.slice.ts'
import { initialPasskeys, type PasskeysState } from './passkeys.state.ts'
import { PasskeysView } from './passkeys.view.tsx'

type Props = FeatureProps<PasskeysState, PasskeysActions, PasskeysTexts>

const useNotices = ({ state: { notice }, t }: Props) => {
  const toast = useToast()
  const told = useRef(notice?.seq)
  useEffect(() => {
    if (!notice || told.current === notice.seq) return
    told.current = notice.seq
    toast({ tone: 'success', text: t(notice.key === 'added' ? 'passkeyAddedNotice' : 'passkeyRemovedNotice') })
  }, [notice, toast, t])
}

const Passkeys = (props: Props) => {
  const { state, actions, t } = props
  const ceremonies = useCeremonies()
  useNotices(props)
  useEffect(() => {
    void actions.load()
    // A ceremony of a page that is gone would answer nobody.
    return ceremonies.stop
  }, [actions, ceremonies])
  const errors = {
    list: useFailureText(state.list),
    adding: useCeremonyText(state.adding),
    removal: useFailureText(state.removal?.progress ?? IDLE),
  }
  return (
    <PasskeysView
      state={state}
      t={t}
      isSupported={ceremonies.isSupported()}
      errors={errors}
      on={{
        retry: () => void actions.load(),
        add: () => void actions.add(ceremonies),
        stop: ceremonies.stop,
        askRemoval: actions.askRemoval,
        keep: actions.dropRemoval,
        remove: () => void actions.remove(),
      }}
    />
  )
}

export const feature = defineFeature({
  initial: initialPasskeys,
  slice: passkeysSlice,
  messages: passkeysMessages,
  Component: Passkeys,
})
