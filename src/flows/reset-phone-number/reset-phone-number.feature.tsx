import { useEffect, useRef } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useFailureText } from '../../parts/failure/use-failure-text.ts'
import { type PhoneResetTexts, phoneResetMessages } from './reset-phone-number.messages.ts'
import { type PhoneResetActions, phoneResetSlice } from './reset-phone-number.slice.ts'
import { initialPhoneReset, type PhoneResetState } from './reset-phone-number.state.ts'
import { PhoneResetView } from './reset-phone-number.view.tsx'

type Props = FeatureProps<PhoneResetState, PhoneResetActions, PhoneResetTexts>

const ResetPhoneNumber = (props: Props) => {
  const { state } = props
  const returned = useRef(false)
  const error = useFailureText(state.progress)
  useEffect(() => {
    if (state.step !== 'ResetPhoneNumber') returned.current = true
  }, [state.step])
  return <PhoneResetView {...props} error={error} returned={returned.current} />
}

export const feature = defineFeature({
  initial: initialPhoneReset,
  slice: phoneResetSlice,
  messages: phoneResetMessages,
  Component: ResetPhoneNumber,
})
