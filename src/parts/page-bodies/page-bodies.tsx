import { listOf } from '../../kernel/list-of.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './page-bodies.css'

/**
 * The content of a card: a picture beside a name, a title above lines of text, a meter and a chart, three boxes side by
 * side, or this number of fields.
 */
type LoadingCard = 'picture' | 'text' | 'chart' | 'boxes' | number

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

const Picture = () => (
  <span className="fe-page-loading-picture">
    <Skeleton width="72px" height="72px" circle />
    <Lines />
  </span>
)

const Text = () => (
  <>
    <Skeleton width="120px" height="16px" />
    <Skeleton width="240px" height="20px" />
    <Skeleton width="160px" />
  </>
)

const Chart = () => (
  <>
    <Lines />
    <Skeleton height="8px" />
    <Skeleton width="96px" />
    <Skeleton height="72px" />
    <Skeleton width="120px" />
  </>
)

const BOXES = 3

const Boxes = () => (
  <>
    <Lines />
    <span className="fe-page-loading-boxes">
      {listOf(BOXES, (at) => (
        <Skeleton key={at} height="300px" />
      ))}
    </span>
  </>
)

const SHAPES = { picture: Picture, text: Text, chart: Chart, boxes: Boxes } as const

const Fields = ({ count }: { count: number }) => (
  <>
    <Lines />
    {listOf(count, (at) => (
      <span key={at} className="fe-page-loading-field">
        <Skeleton width="96px" />
        <Skeleton height="36px" />
      </span>
    ))}
  </>
)

const CardLoading = ({ card }: { card: LoadingCard }) => {
  const Shape = typeof card === 'string' && SHAPES[card]
  return <div className="fe-page-loading-card">{Shape ? <Shape /> : <Fields count={Number(card)} />}</div>
}

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
