import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useLogin } from '../login-context.ts'
import { type CodesAndLinksTexts, codesAndLinksMessages } from './codes-and-links.messages.ts'
import { type CodesAndLinksActions, codesAndLinksSlice } from './codes-and-links.slice.ts'
import { CodesAndLinksView, isCodeOrLink } from './codes-and-links.view.tsx'

const Steps = ({ actions: work, t }: FeatureProps<null, CodesAndLinksActions, CodesAndLinksTexts>) => {
  const { state, actions, error } = useLogin()
  if (!isCodeOrLink(state)) return null
  return (
    <CodesAndLinksView
      state={state}
      t={t}
      error={error}
      on={{
        back: actions.changeEmail,
        submitCode: (code) => void work.submitCode(state, code, actions),
        resend: () => void work.resend(state, actions.report),
        sendReset: () => void work.sendReset(state, actions.report),
      }}
    />
  )
}

export const feature = defineFeature({
  initial: null,
  slice: codesAndLinksSlice,
  messages: codesAndLinksMessages,
  Component: Steps,
})
