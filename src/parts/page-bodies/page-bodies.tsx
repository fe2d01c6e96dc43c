import { listOf } from '../../kernel/list-of.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './page-bodies.css'

/** A card of a picture beside a name, or of a title, a text and this number of fields below. */
type LoadingCard = 'picture' | number

interface PageLoadingProps {
  label: string
  /** The cards of the page that is loading. @default two cards with three fields each */
  cards?: readonly LoadingCard[]
  /** The number of tabs above them. @default none */
  tabs?: number
}

const TWO_CARDS = [3, 3]

const Lines = () => (
  <span className="fe-page-loading-lines">
    <Skeleton width="160px" height="16px" />
    <Skeleton width="280px" />
  </span>
)

const CardLoading = ({ card }: { card: LoadingCard }) => (
  <div className="fe-page-loading-card">
    {card === 'picture' ? (
      <span className="fe-page-loading-picture">
        <Skeleton width="72px" height="72px" circle />
        <Lines />
      </span>
    ) : (
      <>
        <Lines />
        {listOf(card, (at) => (
          <span key={at} className="fe-page-loading-field">
            <Skeleton width="96px" />
            <Skeleton height="36px" />
          </span>
        ))}
      </>
    )}
  </div>
)

/** A placeholder for a page of cards that is loading. */
export const PageLoading = ({ label, cards = TWO_CARDS, tabs = 0 }: PageLoadingProps) => {
  useSheet(css)
  return (
    <div className="fe-page-loading" role="status">
      <span className="fe-hidden">{label}</span>
      {tabs > 0 && (
        <span className="fe-page-loading-tabs">
          {listOf(tabs, (at) => (
            <Skeleton key={at} width="64px" />
          ))}
        </span>
      )}
      {cards.map((card, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a card is its place
        <CardLoading key={at} card={card} />
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
