import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon/icon.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { PartFailure } from '../part-failure/part-failure.tsx'
import css from './card-list.css'

export interface CardListProps {
  /** Rows of an earlier load stay visible when a later one fails. */
  phase: 'loading' | 'ready' | 'failed'
  /** The reason the load failed. */
  failure: string | undefined
  /** A single line shown when there are no rows. */
  none: { icon: IconName; text: string }
  texts: { list: string; loading: string; failed: string; retry: string }
  onRetry(): void
  children: readonly ReactNode[]
}

const Failure = ({ failure, texts, onRetry }: Pick<CardListProps, 'failure' | 'texts' | 'onRetry'>) => (
  <div className="fe-card-list-failure">
    <PartFailure title={texts.failed} reason={failure} retry={texts.retry} onRetry={onRetry} />
  </div>
)

/** The rows of a card in its four bodies: loading, failed, empty and rows. */
export const CardList = ({ phase, failure, none, texts, onRetry, children }: CardListProps) => {
  useSheet(css)
  if (phase === 'loading') {
    return (
      <div role="status">
        <span className="fe-hidden">{texts.loading}</span>
        <Skeleton height="40px" />
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
