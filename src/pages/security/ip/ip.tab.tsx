import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useTexts } from '../../../feature/feature-context.tsx'
import { CONTROLS } from '../../../navigation/field-places.ts'
import { useFailureText } from '../../../parts/failure/use-failure-text.ts'
import { useNotice } from '../../../parts/notices/use-notice.ts'
import { Guard } from '../../../parts/policy-guard/guard.tsx'
import { UNDO_MS } from '../../../parts/undo/undo.ts'
import { formMessages } from '../form/form.messages.ts'
import type { TabProps } from '../tab.ts'
import { type IpTexts, ipMessages } from './ip.messages.ts'
import { type IpActions, ipSlice } from './ip.slice.ts'
import { type IpState, initialIp } from './ip.state.ts'
import { IpView } from './ip.view.tsx'

type IpTabProps = FeatureProps<IpState, IpActions, IpTexts> & TabProps

const useNotices = ({ state, actions, t }: IpTabProps) =>
  useNotice(state.notice, ({ key, values, undo }) => ({
    tone: key === 'unavailable' ? 'danger' : 'success',
    text: t(key, values),
    ...(undo !== undefined && {
      ms: UNDO_MS,
      action: { label: t('undo'), onSelect: () => actions.undo(undo) },
      onGone: () => actions.commit(undo),
    }),
  }))

const IpTab = (props: IpTabProps) => {
  const { state, actions, t, appearanceOf, viewer, focus, changed } = props
  const { saves } = state
  useEffect(() => {
    void actions.open()
    return actions.close
  }, [actions])
  useEffect(() => {
    if (saves > 0) changed()
  }, [saves, changed])
  useNotices(props)
  return (
    <>
      <IpView
        state={state}
        actions={actions}
        t={t}
        form={useTexts(formMessages)}
        failure={useFailureText(state.failure)}
        appearance={appearanceOf(CONTROLS.ips.field)}
        tenant={viewer.tenantName}
        focus={focus}
      />
      <Guard guard={state.guard} tenant={viewer.tenantName} {...actions.guard} />
    </>
  )
}

export const feature = defineFeature<IpState, IpActions, IpTexts, TabProps>({
  initial: initialIp,
  slice: ipSlice,
  messages: ipMessages,
  Component: IpTab,
})
