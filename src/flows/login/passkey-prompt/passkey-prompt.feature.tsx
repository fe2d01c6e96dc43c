import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useCeremonyText } from '../../../parts/passkeys/ceremony/ceremony-failure.ts'
import { useCeremonies } from '../../../parts/passkeys/ceremony/ceremony-feature.ts'
import type { LoginState } from '../login.types.ts'
import { useLogin } from '../login-context.ts'
import { type PasskeyPromptTexts, passkeyPromptMessages } from './passkey-prompt.messages.ts'
import type { PasskeyPromptViewProps } from './passkey-prompt.props.ts'
import { type PasskeyPromptActions, passkeyPromptSlice } from './passkey-prompt.slice.ts'
import { initialPasskeyPrompt, type PasskeyPromptState } from './passkey-prompt.state.ts'
import { PasskeyPromptView } from './passkey-prompt.view.tsx'

const offerOf = (login: LoginState): PasskeyPromptViewProps['offer'] =>
  login.step === 'registerQuickLogin' ? login.strategy : 'passkey'

const Prompt = ({ state, actions, t }: FeatureProps<PasskeyPromptState, PasskeyPromptActions, PasskeyPromptTexts>) => {
  const login = useLogin()
  const ceremonies = useCeremonies()
  const offer = offerOf(login.state)
  useEffect(
    () => () => {
      ceremonies.stop()
      actions.leave()
    },
    [ceremonies, actions],
  )
  const leave = () => login.actions.report({ type: 'offerOver' })
  const thenLeave = async (work: Promise<boolean>) => {
    if (await work) leave()
  }
  return (
    <PasskeyPromptView
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
  initial: initialPasskeyPrompt,
  slice: passkeyPromptSlice,
  messages: passkeyPromptMessages,
  Component: Prompt,
})
