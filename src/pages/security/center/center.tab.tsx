import { useEffect, useRef } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useNotice } from '../../../parts/notices/use-notice.ts'
import { Guard } from '../../../parts/policy-guard/guard.tsx'
import { UNDO_MS } from '../../../parts/undo/undo.ts'
import type { TabProps } from '../tab.ts'
import { TARGETS } from './center.cards.ts'
import { type CenterTexts, centerMessages } from './center.messages.ts'
import { type CenterActions, centerSlice } from './center.slice.ts'
import { type CenterState, initialCenter } from './center.state.ts'
import { CenterView } from './center.view.tsx'

type CenterProps = FeatureProps<CenterState, CenterActions, CenterTexts> & TabProps

/** Reloads the findings after each policy change, including those made on other tabs. */
const useReload = (actions: CenterActions, changes: number) => {
  const seen = useRef(changes)
  useEffect(() => {
    if (seen.current === changes) return
    seen.current = changes
    void actions.loadFindings()
  }, [actions, changes])
}

const CenterTab = ({
  state,
  actions,
  t,
  viewer,
  changes,
  changed,
  tabs,
  go,
  appearanceOf,
  appearanceIn,
}: CenterProps) => {
  useEffect(() => {
    void actions.open()
    return actions.close
  }, [actions])
  useReload(actions, changes)
  useNotice(state.notice, ({ key, values, undo }) => ({
    tone: 'success',
    text: t(key, values),
    ...(undo !== undefined && {
      ms: UNDO_MS,
      action: {
        label: t('undo'),
        onSelect: () => void actions.undoAdjust(undo, changed),
      },
    }),
  }))
  return (
    <>
      <CenterView
        state={state}
        actions={actions}
        t={t}
        tenant={viewer.tenantName}
        tabs={tabs}
        go={go}
        appearanceOf={(code) => {
          const target = TARGETS[code]
          return target ? appearanceIn(target.tab, target.field) : appearanceOf(code)
        }}
        onAdjust={(recommendation) => void actions.adjust(recommendation, changed)}
      />
      <Guard guard={state.guard} tenant={viewer.tenantName} {...actions.guard} />
    </>
  )
}

export const feature = defineFeature<CenterState, CenterActions, CenterTexts, TabProps>({
  initial: initialCenter,
  slice: centerSlice,
  messages: centerMessages,
  Component: CenterTab,
})
