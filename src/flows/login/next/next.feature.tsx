import { useContext } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { type NextTexts, nextMessages } from './next.messages.ts'
import { NextView } from './next.view.tsx'
import { NextContext } from './next-context.ts'

export { loginWork } from './login.work.ts'

const Next = ({ t }: FeatureProps<null, null, NextTexts>) => {
  const next = useContext(NextContext)
  if (!next) throw new Error('A step of the login was drawn outside of it')
  return <NextView {...next} t={t} />
}

/** Without a state or actions of its own: both are the login's. */
export const feature = defineFeature({
  initial: null,
  slice: () => null,
  messages: nextMessages,
  Component: Next,
})
