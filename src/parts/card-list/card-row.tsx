import { Fragment, type ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon/icon.tsx'

interface CardTextProps {
  name: ReactNode
  /** What is known about it, on one line; empty ones are left out. */
  facts: readonly ReactNode[]
}

/** Name and facts of a row, or of a button that looks like one. */
export const CardText = ({ name, facts }: CardTextProps) => (
  <span className="fe-card-row-text">
    <span className="fe-card-row-name">{name}</span>
    <span className="fe-card-row-facts">
      {facts.filter(Boolean).map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fact is its place
        <Fragment key={at}>
          {at > 0 && ' · '}
          {fact}
        </Fragment>
      ))}
    </span>
  </span>
)

export const CardMark = ({ icon }: { icon: IconName }) => (
  <span className="fe-card-row-mark">
    <Icon name={icon} />
  </span>
)

interface CardRowProps extends CardTextProps {
  icon: IconName
  /** Buttons; none for a user who may only look. */
  actions?: ReactNode
}

/** A factor, passkey, session or number: what it is, what is known about it, what can be done with it. */
export const CardRow = ({ icon, name, facts, actions }: CardRowProps) => (
  <li className="fe-card-row">
    <CardMark icon={icon} />
    <CardText name={name} facts={facts} />
    {actions && <span className="fe-card-row-actions">{actions}</span>}
  </li>
)
