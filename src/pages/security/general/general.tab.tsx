import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useSettings, useTexts } from '../../../feature/feature-context.tsx'
import { useFailureText } from '../../../parts/failure/use-failure-text.ts'
import { useNotice } from '../../../parts/notices/use-notice.ts'
import { Guard } from '../../../parts/policy-guard/guard.tsx'
import { formMessages } from '../form/form.messages.ts'
import type { TabProps } from '../tab.ts'
import { type GeneralTexts, generalMessages } from './general.messages.ts'
import { type GeneralActions, generalSlice } from './general.slice.ts'
import { type GeneralState, initialGeneral } from './general.state.ts'
import { GeneralView } from './general.view.tsx'

type GeneralTabProps = FeatureProps<GeneralState, GeneralActions, GeneralTexts> & TabProps

const GeneralTab = ({ state, actions, t, appearanceOf, viewer, focus, changed }: GeneralTabProps) => {
  useEffect(() => {
    void actions.open()
    return actions.close
  }, [actions])
  const settings = useSettings()
  useNotice(state.notice, ({ key }) => ({ tone: 'success', text: t(key) }))
  const { mfa, lockout, history, tokens } = state.parts
  const failures = {
    mfa: useFailureText(mfa.failure),
    lockout: useFailureText(lockout.failure),
    history: useFailureText(history.failure),
    tokens: useFailureText(tokens.failure),
  }
  return (
    <>
      <GeneralView
        state={state}
        actions={actions}
        t={t}
        app={settings.vendor?.name}
        form={useTexts(formMessages)}
        failures={failures}
        appearanceOf={appearanceOf}
        focus={focus}
        onSave={async () => {
          if ((await actions.save()) > 0) changed()
        }}
      />
      <Guard guard={state.guard} tenant={viewer.tenantName} {...actions.guard} />
    </>
  )
}

export const feature = defineFeature<GeneralState, GeneralActions, GeneralTexts, TabProps>({
  initial: initialGeneral,
  slice: generalSlice,
  messages: generalMessages,
  Component: GeneralTab,
})
