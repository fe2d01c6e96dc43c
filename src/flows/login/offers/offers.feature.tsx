import { useContext, useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useCeremonyText } from '../../../parts/passkeys/ceremony/ceremony-failure.ts'
import { useCeremonies } from '../../../parts/passkeys/ceremony/ceremony-feature.ts'
import type { LoginState } from '../login.state.ts'
import { NextContext } from '../next/next-context.ts'
import { type OffersTexts, offersMessages } from './offers.messages.ts'
import { type OffersActions, offersSlice } from './offers.slice.ts'
import { initialOffers, type OffersState } from './offers.state.ts'
import { OffersView, type OffersViewProps } from './offers.view.tsx'

const offerOf = (login: LoginState): OffersViewProps['offer'] =>
  login.step === 'registerQuickLogin' ? login.strategy : 'passkey'

const Offers = ({ state, actions, t }: FeatureProps<OffersState, OffersActions, OffersTexts>) => {
  const next = useContext(NextContext)
  if (!next) throw new Error('A step of the login was drawn outside of it')
  const ceremonies = useCeremonies()
  const offer = offerOf(next.state)
  useEffect(
    () => () => {
      ceremonies.stop()
      actions.leave()
    },
    [ceremonies, actions],
  )
  const leave = () => next.actions.tell({ type: 'offerOver' })
  const thenLeave = async (work: Promise<boolean>) => {
    if (await work) leave()
  }
  return (
    <OffersView
      offer={offer}
      state={state}
      t={t}
      error={useCeremonyText(state.progress)}
      on={{
        add: () => void thenLeave(actions.addKey(ceremonies, offer === 'passkey' ? undefined : offer)),
        stop: ceremonies.stop,
        skip: leave,
        dismiss() {
          actions.dismiss()
          leave()
        },
        sendCode: (phoneNumber) => void actions.sendCode(phoneNumber),
        verifyCode: (code) => void thenLeave(actions.verifyCode(code)),
        changePhone: actions.changePhone,
      }}
    />
  )
}

export const feature = defineFeature({
  initial: initialOffers,
  slice: offersSlice,
  messages: offersMessages,
  Component: Offers,
})
