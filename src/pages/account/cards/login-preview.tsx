import { useEffect, useMemo, useRef, useState } from 'react'
import { type LoginBoxPreview, type PreviewScheme, useLoginBoxPreview } from '../../../feature/login-box-preview.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Segmented, type SegmentedProps } from '../../../ui/segmented/segmented.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { AccountViewProps } from '../account.actions.ts'
import { type LoginDraft, toLoginBox } from '../account.login.ts'

/** Height of the first step of the login box with a few sign-in methods. */
const USUAL_HEIGHT = '520px'

/** Returns the preview in the element of `place`; `undefined` until its code is loaded. */
const usePreview = () => {
  const open = useLoginBoxPreview()
  const place = useRef<HTMLDivElement>(null)
  const [preview, setPreview] = useState<LoginBoxPreview>()
  const [isFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is a new press of "Try again"
  useEffect(() => {
    if (!open || !place.current) return
    const opening = open(place.current)
    let isOpen = true
    opening.then(
      (opened) => isOpen && setPreview(opened),
      () => isOpen && setFailed(true),
    )
    return () => {
      isOpen = false
      setPreview(undefined)
      opening.then(
        (opened) => opened.close(),
        () => undefined,
      )
    }
  }, [open, attempt])
  const retry = () => {
    setFailed(false)
    setAttempt((count) => count + 1)
  }
  return { place, preview, isOffered: open !== undefined, isFailed, retry }
}

interface LoginPreviewProps {
  draft: LoginDraft
  t: AccountViewProps['t']
}

/** The login box as the account's users will see it, including unsaved changes. */
export const LoginPreview = ({ draft, t }: LoginPreviewProps) => {
  const { place, preview, isOffered, isFailed, retry } = usePreview()
  const [scheme, setScheme] = useState<PreviewScheme>('light')
  const loginBox = useMemo(() => toLoginBox(draft), [draft])
  useEffect(() => void preview?.setScheme(scheme), [preview, scheme])
  useEffect(() => void preview?.show(loginBox), [preview, loginBox])
  if (!isOffered) return null
  const schemes: SegmentedProps<PreviewScheme>['options'] = [
    { value: 'light', label: t('previewLight') },
    { value: 'dark', label: t('previewDark') },
  ]
  const choice = (
    <Segmented label={t('previewScheme')} value={scheme} options={schemes} onChange={(next) => setScheme(next)} />
  )
  return (
    <Card title={t('preview')} text={t('previewText')} action={choice}>
      {isFailed && (
        <Alert tone="danger" action={<Button onClick={retry}>{t('retry')}</Button>}>
          {t('previewFailed')}
        </Alert>
      )}
      {!preview && !isFailed && (
        <div role="status">
          <span className="fe-hidden">{t('previewLoading')}</span>
          <Skeleton height={USUAL_HEIGHT} />
        </div>
      )}
      <div ref={place} className="fe-account-preview" data-scheme={scheme} hidden={!preview} />
    </Card>
  )
}
