import type { ReactNode } from 'react'
import type { Translate } from '../../../feature/messages.ts'
import type { Appearance } from '../../../feature/page-fields.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import type { FormTexts } from './form.messages.ts'

export interface PolicyCardProps {
  /** Its name in links that point to it. */
  focus: string
  title: string
  text: string
  appearance: Appearance
  isOn: boolean
  /** Says in one sentence what applies, for users who can't change it. */
  summary: string
  busy: boolean
  /** @default the policy can't be turned off: no switch */
  onToggle?: ((isOn: boolean) => void) | undefined
  /** The fields of a policy that is on. */
  children: ReactNode
  t: Translate<FormTexts>
}

const State = ({ isOn, t }: Pick<PolicyCardProps, 'isOn' | 't'>) => (
  <Badge tone={isOn ? 'success' : 'neutral'} dot>
    {t(isOn ? 'on' : 'off')}
  </Badge>
)

/** One policy: what it does, a switch, and its fields while it is on. */
export const PolicyCard = (props: PolicyCardProps) => {
  const { focus, title, text, appearance, isOn, summary, busy, onToggle, children, t } = props
  if (appearance === 'hidden') return null
  const canEdit = appearance === 'edit'
  return (
    <div data-focus={focus} tabIndex={-1} className="fe-security-policy">
      <Card
        title={title}
        text={text}
        action={
          canEdit && onToggle ? (
            <Switch label={title} hideLabel checked={isOn} disabled={busy} onChange={onToggle} />
          ) : (
            <State isOn={isOn} t={t} />
          )
        }
      >
        {canEdit ? isOn && children : <p className="fe-security-value">{summary}</p>}
      </Card>
    </div>
  )
}
