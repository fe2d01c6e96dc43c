import { createContext, type ReactNode, type RefObject, use, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'

export interface PartFailureProps {
  /** Names the part that failed to load, including the reason if the text has a placeholder for it. */
  title: string
  reason?: string | undefined
  retry: string
  onRetry(): unknown
}

type Failed = RefObject<PartFailureProps>

interface Group {
  /** @returns leaves the group */
  join(part: Failed): () => void
  /** Several parts failed, so the group shows them. */
  isShown: boolean
}

const GroupContext = createContext<Group>({ join: () => () => undefined, isShown: false })

/**
 * Groups parts of a page that load separately. A single failed part shows the reason in its place. If several fail,
 * usually because the API is down, the group shows one message with one button that reloads them all.
 */
export const FailureGroup = ({ children }: { children: ReactNode }) => {
  const [failed, setFailed] = useState<readonly Failed[]>([])
  const isShown = failed.length > 1
  const group = useMemo(
    () => ({
      join(part: Failed) {
        setFailed((parts) => [...parts, part])
        return () => setFailed((parts) => parts.filter((other) => other !== part))
      },
      isShown,
    }),
    [isShown],
  )
  return (
    <GroupContext value={group}>
      {isShown && <Together parts={failed.map(({ current }) => current)} />}
      {children}
    </GroupContext>
  )
}

const Together = ({ parts }: { parts: readonly PartFailureProps[] }) => {
  const lines = new Set(parts.map(({ title }) => title).concat(parts.map(({ reason = '' }) => reason)))
  const retryAll = () => {
    for (const { onRetry } of parts) void onRetry()
  }
  return (
    <Alert tone="danger" action={<Button onClick={retryAll}>{parts[0]?.retry}</Button>}>
      {[...lines].filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Alert>
  )
}

/** A part that couldn't be loaded, shown in its place or together with other failed parts. */
export const PartFailure = (props: PartFailureProps) => {
  const { title, reason, retry, onRetry } = props
  const { join, isShown } = use(GroupContext)
  const part = useRef(props)
  part.current = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: a part joins once, by its reference
  useLayoutEffect(() => join(part), [])
  if (isShown) return null
  return (
    <Alert tone="danger" title={title} action={<Button onClick={() => void onRetry()}>{retry}</Button>}>
      {reason}
    </Alert>
  )
}
