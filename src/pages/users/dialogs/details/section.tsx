import type { ReactNode } from 'react'
import { CardList } from '../../../../parts/card-list/card-list.tsx'
import type { IconName } from '../../../../ui/icon/icon.tsx'
import type { Loaded } from '../../users.state.ts'
import { useDetailsText } from './use-details-text.ts'

interface SectionProps {
  title: string
  /** A control beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** One part of the details. */
export const Section = ({ title, action, children }: SectionProps) => (
  <section className="fe-users-section" aria-label={title}>
    <div className="fe-users-section-head">
      <h3>{title}</h3>
      {action}
    </div>
    {children}
  </section>
)

interface LoadedListProps<Value> {
  title: string
  of: Loaded<Value>
  none: { icon: IconName; text: string }
  onRetry(): void
  rows(value: Value): readonly ReactNode[]
}

/** A list of the details that loads separately, so that its failure doesn't affect the others. */
export const LoadedList = <Value,>({ title, of, none, onRetry, rows }: LoadedListProps<Value>) => {
  const t = useDetailsText()
  if (of.phase === 'hidden') return null
  return (
    <CardList
      phase={of.phase}
      failure={of.phase === 'failed' ? of.error : undefined}
      none={none}
      texts={{ list: title, loading: t('loading'), failed: t('failed'), retry: t('retry') }}
      onRetry={onRetry}
    >
      {of.phase === 'ready' ? rows(of.value) : []}
    </CardList>
  )
}
