import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './page-bodies.css'

const CARDS = ['120px', '260px', '120px']

/** A placeholder for a page of cards that is loading. */
export const PageLoading = ({ label }: { label: string }) => {
  useSheet(css)
  return (
    <div className="fe-page-loading" role="status">
      <span className="fe-hidden">{label}</span>
      {CARDS.map((height, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a card is its place
        <Skeleton key={at} height={height} />
      ))}
    </div>
  )
}

interface PageFailureProps {
  title: string
  text: string
  retry: string
  onRetry(): void
}

export const PageFailure = ({ title, text, retry, onRetry }: PageFailureProps) => (
  <div role="alert">
    <EmptyState
      icon="alert"
      title={title}
      text={text}
      action={
        <Button variant="primary" onClick={() => onRetry()}>
          {retry}
        </Button>
      }
    />
  </div>
)
