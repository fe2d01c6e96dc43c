import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'

interface AreaFailureProps {
  error: string
  retry: string
  onRetry(): unknown
}

/** One part of the page did not load; the others are shown. */
export const AreaFailure = ({ error, retry, onRetry }: AreaFailureProps) => (
  <Alert
    tone="danger"
    action={
      <Button size="s" icon="refresh" onClick={() => void onRetry()}>
        {retry}
      </Button>
    }
  >
    {error}
  </Alert>
)
