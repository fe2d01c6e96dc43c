import type { ReactNode } from 'react'
import { type Appearance, isShown } from '../../../feature/page-fields.ts'
import { PartFailure } from '../../../parts/part-failure/part-failure.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { PolicyKind } from './general.policies.ts'
import type { GeneralViewProps } from './general.props.ts'

interface PartCardProps extends Pick<GeneralViewProps, 'state' | 'actions' | 't' | 'failures'> {
  kind: PolicyKind
  appearance: Appearance
  /** Rendered once the policy is loaded. */
  children: ReactNode
}

/** Shows a policy while it loads, its failure, or its card. */
export const PartCard = ({ kind, state, actions, t, failures, appearance, children }: PartCardProps) => {
  const { phase } = state.parts[kind]
  if (!isShown(appearance) || phase === 'missing') return null
  if (phase === 'ready') return children
  return (
    <Card title={t(`${kind}Title`)} text={t(`${kind}Text`)}>
      {phase === 'loading' ? (
        <div role="status">
          <span className="fe-hidden">{t('loading')}</span>
          <Skeleton height="40px" />
        </div>
      ) : (
        <PartFailure
          title={t('loadFailed')}
          reason={failures[kind]}
          retry={t('retry')}
          onRetry={() => actions.load(kind)}
        />
      )}
    </Card>
  )
}
