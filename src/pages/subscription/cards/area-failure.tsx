import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'

interface AreaFailureProps {
  error: string
  retry: string
  onRetry(): unknown
}

/** One part of the page did not load; the others are shown. */
export const AreaFailure = ({ error, retry, onRetry }: AreaFailureProps) => (
  <div className="fe-subscription-stack">
    <Alert tone="danger">{error}</Alert>
    <div>
      <Button onClick={() => void onRetry()}>{retry}</Button>
    </div>
  </div>
)
