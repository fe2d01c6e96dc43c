import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import type { WebhooksViewProps } from '../webhooks.props.ts'
import type { ListedWebhook, TestResult } from '../webhooks.state.ts'

type Words = WebhooksViewProps['t']

const summaryOf = ({ isSuccess, statusCode, reason = '' }: TestResult, t: Words): string => {
  if (statusCode === undefined) return t('testUnsent', { reason })
  return t(isSuccess ? 'testPassed' : 'testFailed', { status: statusCode })
}

/** Sends a test event and shows the receiver's response. */
export const TestDialog = ({ state, actions, t, webhook }: WebhooksViewProps & { webhook: ListedWebhook }) => (
  <Dialog
    open
    title={t('testTitle', { name: webhook.name })}
    description={t('testText', { url: webhook.url })}
    onClose={actions.closeDialog}
    footer={
      <>
        <Button onClick={actions.closeDialog}>{t('close')}</Button>
        <Button variant="primary" busy={state.saving} onClick={() => actions.test(webhook)}>
          {t('sendTest')}
        </Button>
      </>
    }
  >
    <div className="fe-webhooks-stack" role="status">
      {state.test && <Result result={state.test} t={t} />}
    </div>
  </Dialog>
)

const Result = ({ result, t }: { result: TestResult; t: Words }) => (
  <>
    <Alert tone={result.isSuccess ? 'success' : 'danger'}>{summaryOf(result, t)}</Alert>
    {result.body !== undefined && (
      <>
        <b>{t('response')}</b>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <pre className="fe-webhooks-code" tabIndex={0}>
          {JSON.stringify(result.body, null, 2)}
        </pre>
      </>
    )}
  </>
)
