import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { factorIcons } from '../../ui/icon/factor-icons.ts'
import { IconSet } from '../../ui/icon/icon.tsx'
import { IDLE } from '../failure/failure.ts'
import { useCeremonyText } from '../passkeys/ceremony/ceremony-failure.ts'
import { useCeremonies } from '../passkeys/ceremony/ceremony-feature.ts'
import { type MfaTexts, mfaMessages } from './mfa.messages.ts'
import { type MfaActions, type MfaViewProps, mfaSlice } from './mfa.slice.ts'
import { initialMfa, isBusy, type MfaState } from './mfa.state.ts'
import { useSecondFactorTask } from './second-factor-task.ts'
import { AppStep } from './steps/app-step.tsx'
import { KeyStep } from './steps/key-step.tsx'
import { RecoverStep, RecoveryCodeStep } from './steps/recovery-steps.tsx'
import { PhoneStep, SentCodeStep } from './steps/sent-code-step.tsx'
import { WaysStep } from './steps/ways-step.tsx'

/** Renders one card per step; a step without a view is a compile error. */
export const MfaView = ({ state, ...props }: MfaViewProps) => {
  switch (state.step) {
    case 'idle':
      return null
    case 'verify':
      return <WaysStep {...props} state={state} />
    case 'authenticatorApp':
      return <AppStep {...props} state={state} />
    case 'smsSetPhoneNumber':
      return <PhoneStep {...props} state={state} />
    case 'smsVerifyCode':
    case 'emailVerifyCode':
      return <SentCodeStep key={state.step} {...props} state={state} />
    case 'webauthn':
      return <KeyStep {...props} state={state} />
    case 'recoverTwoFactor':
      return <RecoverStep {...props} state={state} />
    case 'recoveryCode':
      return <RecoveryCodeStep {...props} state={state} />
    default:
      return state satisfies never
  }
}

const Mfa = ({ state, actions, t }: FeatureProps<MfaState, MfaActions, MfaTexts>) => {
  const task = useSecondFactorTask()
  const { mfaRequest, email, isStepUp } = task
  const ceremonies = useCeremonies()
  const failure = useCeremonyText(state.step === 'idle' ? IDLE : state.progress, 'device')
  useEffect(() => void actions.open(mfaRequest, email, isStepUp), [actions, mfaRequest, email, isStepUp])
  useEffect(() => ceremonies.stop, [ceremonies])
  const isStale = state.step === 'idle' || state.challenge.mfaToken !== mfaRequest.mfaToken
  if (isStale) return null
  return (
    <IconSet icons={factorIcons}>
      <MfaView
        state={state}
        t={t}
        busy={isBusy(state) || task.busy}
        error={failure ?? task.error}
        on={{
          ...actions,
          back: task.onBack,
          saved: task.onResponse,
          verify: async (code, rememberDevice) => {
            const response = await actions.verify(code, rememberDevice)
            if (response) task.onResponse(response)
          },
          verifyKey: async (rememberDevice) => {
            const response = await actions.verifyKey(ceremonies, rememberDevice)
            if (response) task.onResponse(response)
          },
          stopKey: ceremonies.stop,
          recover: async (code) => {
            if (await actions.recover(code)) task.onRecovered()
          },
        }}
      />
    </IconSet>
  )
}

export const mfaFeature = defineFeature({
  initial: initialMfa,
  slice: mfaSlice,
  messages: mfaMessages,
  Component: Mfa,
})
