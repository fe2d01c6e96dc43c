import { Fragment, type ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon/icon.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { PartFailure } from '../part-failure/part-failure.tsx'
import css from './card-list.css'

interface CardTextProps {
  name: ReactNode
  /** Facts about the row, shown on one line; empty ones are left out. */
  facts: readonly ReactNode[]
}

/** Name and facts of a row, or of a button that looks like one. */
export const CardText = ({ name, facts }: CardTextProps) => {
  useSheet(css)
  return (
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
}

export const CardMark = ({ icon }: { icon: IconName }) => {
  useSheet(css)
  return (
    <span className="fe-card-row-mark">
      <Icon name={icon} />
    </span>
  )
}

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

export interface CardListProps {
  /** Rows of an earlier load stay visible when a later one fails. */
  phase: 'loading' | 'ready' | 'failed'
  /** The reason the load failed. */
  failure: string | undefined
  /** A single line shown when there are no rows. */
  none: { icon: IconName; text: string }
  texts: { list: string; loading: string; failed: string; retry: string }
  onRetry(): void
  /** Shown below the placeholder of the rows while they load. @default nothing */
  placeholder?: ReactNode
  children: readonly ReactNode[]
}

const Failure = ({ failure, texts, onRetry }: Pick<CardListProps, 'failure' | 'texts' | 'onRetry'>) => (
  <div className="fe-card-list-failure">
    <PartFailure title={texts.failed} reason={failure} retry={texts.retry} onRetry={onRetry} />
  </div>
)

/** The rows of a card in its four bodies: loading, failed, empty and rows. */
export const CardList = ({ phase, failure, none, texts, onRetry, placeholder, children }: CardListProps) => {
  useSheet(css)
  if (phase === 'loading') {
    return (
      <div role="status">
        <span className="fe-hidden">{texts.loading}</span>
        <Skeleton height="40px" />
        {placeholder}
      </div>
    )
  }
  return (
    <>
      {phase === 'failed' && <Failure failure={failure} texts={texts} onRetry={onRetry} />}
      {children.length > 0 && (
        <ul className="fe-card-list" aria-label={texts.list}>
          {children}
        </ul>
      )}
      {phase === 'ready' && children.length === 0 && (
        <p className="fe-card-list-none">
          <Icon name={none.icon} />
          <span>{none.text}</span>
        </p>
      )}
    </>
  )
}
