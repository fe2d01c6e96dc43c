import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useTexts } from '../../../feature/feature-context.tsx'
import { useFailureText } from '../../../parts/failure/use-failure-text.ts'
import { useNotice } from '../../../parts/notices/use-notice.ts'
import { Guard } from '../../../parts/policy-guard/guard.tsx'
import { formMessages } from '../form/form.messages.ts'
import type { TabProps } from '../tab.ts'
import { type SessionsTexts, sessionsMessages } from './sessions.messages.ts'
import { type SessionsActions, sessionsSlice } from './sessions.slice.ts'
import { initialSessions, type SessionsState } from './sessions.state.ts'
import { SessionsView } from './sessions.view.tsx'

const SessionsTab = ({
  state,
  actions,
  t,
  appearanceOf,
  viewer,
  focus,
  changed,
}: FeatureProps<SessionsState, SessionsActions, SessionsTexts> & TabProps) => {
  useEffect(() => {
    void actions.open()
    return actions.close
  }, [actions])
  useNotice(state.notice, ({ key }) => ({ tone: 'success', text: t(key) }))
  return (
    <>
      <SessionsView
        state={state}
        actions={actions}
        t={t}
        form={useTexts(formMessages)}
        failure={useFailureText(state.failure)}
        appearanceOf={appearanceOf}
        focus={focus}
        onSave={async () => {
          if (await actions.save()) changed()
        }}
      />
      <Guard guard={state.guard} tenant={viewer.tenantName} {...actions.guard} />
    </>
  )
}

export const feature = defineFeature<SessionsState, SessionsActions, SessionsTexts, TabProps>({
  initial: initialSessions,
  slice: sessionsSlice,
  messages: sessionsMessages,
  Component: SessionsTab,
})
