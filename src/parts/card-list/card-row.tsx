import { Fragment, type ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon/icon.tsx'

interface CardTextProps {
  name: ReactNode
  /** Facts about the row, shown on one line; empty ones are left out. */
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
  /** Buttons; omitted for a user who may only view the row. */
  actions?: ReactNode
}

/** A row for a factor, passkey, session or number, with its facts and actions. */
export const CardRow = ({ icon, name, facts, actions }: CardRowProps) => (
  <li className="fe-card-row">
    <CardMark icon={icon} />
    <CardText name={name} facts={facts} />
    {actions && <span className="fe-card-row-actions">{actions}</span>}
  </li>
)
