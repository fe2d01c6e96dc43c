import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { type LaterTexts, laterMessages } from './later.messages.ts'
import { type LaterActions, laterSlice } from './later.slice.ts'
import { LaterView } from './later.view.tsx'
import { useLater } from './later-context.ts'

const Later = ({ actions: work, t }: FeatureProps<null, LaterActions, LaterTexts>) => {
  const { state, actions, error } = useLater()
  return (
    <LaterView
      state={state}
      t={t}
      error={error}
      on={{
        back: actions.changeEmail,
        submitCode: (code) => void work.submitCode(state, code, actions),
        resend: () => void work.resend(state, actions.tell),
        sendReset: () => void work.sendReset(state, actions.tell),
      }}
    />
  )
}

export const feature = defineFeature({
  initial: null,
  slice: laterSlice,
  messages: laterMessages,
  Component: Later,
})
