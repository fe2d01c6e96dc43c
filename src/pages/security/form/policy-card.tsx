import type { ReactNode } from 'react'
import { type Appearance, isEditable, isShown } from '../../../feature/page-fields.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import type { FormTexts } from './form.messages.ts'

interface PolicyCardProps {
  /** Name of the card in links that point to it. */
  focus: string
  title: string
  text: string
  appearance: Appearance
  isOn: boolean
  /** A short text of the state. @default on or off */
  stateLabel?: string
  /** One sentence about the policy for users who can't change it. */
  summary: string
  busy: boolean
  /** @default it has no switch; its fields are always shown */
  onToggle?: ((isOn: boolean) => void) | undefined
  /** Fields that are shown while the policy is on. */
  children: ReactNode
  t: Translate<FormTexts>
}

const State = ({ isOn, stateLabel, t }: Pick<PolicyCardProps, 'isOn' | 'stateLabel' | 't'>) => (
  <Badge tone={isOn ? 'success' : 'neutral'} dot>
    {stateLabel ?? t(isOn ? 'on' : 'off')}
  </Badge>
)

const Action = (props: PolicyCardProps) => {
  const { title, appearance, isOn, stateLabel, busy, onToggle } = props
  if (!isEditable(appearance)) return <State {...props} />
  if (onToggle) return <Switch label={title} hideLabel checked={isOn} disabled={busy} onChange={onToggle} />
  // A policy with a custom label shows its state in its fields.
  return stateLabel === undefined ? <State {...props} /> : null
}

/** One policy: a description, a switch, and its fields while it is on. */
export const PolicyCard = (props: PolicyCardProps) => {
  const { focus, title, text, appearance, isOn, summary, onToggle, children } = props
  if (!isShown(appearance)) return null
  return (
    <div data-focus={focus} tabIndex={-1} className="fe-security-policy">
      <Card title={title} text={text} action={<Action {...props} />}>
        {isEditable(appearance) ? (isOn || !onToggle) && children : <p className="fe-security-value">{summary}</p>}
      </Card>
    </div>
  )
}
