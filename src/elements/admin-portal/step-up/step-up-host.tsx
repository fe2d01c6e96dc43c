import { useEffect, useMemo, useState } from 'react'
import { useRuntime, useSession, useSettings } from '../../../feature/feature-context.tsx'
import { FeatureHost } from '../../../feature/feature-host.tsx'
import type { Loadable } from '../../../feature/feature-runtime.ts'
import type { HostEvents } from '../../../feature/ports.ts'
import type { StepUpPrompt, StepUpRequest } from '../../../http/options.ts'
import { type MissingProof, missingProofOf } from '../../../rules/missing-proof.ts'
import { AccountEntryDialog, DialogLoadFailure } from '../account-entry/account-entry-host.tsx'
import type { ShellProps } from '../shell.state.ts'
import type { StepUpPort } from './step-up-dialog.state.ts'

interface Pending {
  /** Ends the wait of each call. */
  calls: Set<(isProven: boolean) => void>
  detail: { maxAge?: number | undefined }
}

/** Waits with the other calls; `onAborted` runs when the caller no longer needs the call. */
const waitIn = ({ calls }: Pending, signal: AbortSignal | undefined, onAborted: () => void): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (isProven: boolean) => {
      calls.delete(settle)
      signal?.removeEventListener('abort', abort)
      resolve(isProven)
    }
    const abort = () => {
      settle(false)
      onAborted()
    }
    calls.add(settle)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
  })

/**
 * Creates a queue in which calls that are refused at once wait for one proof; when all of them are aborted, no proof is
 * needed.
 */
export const createStepUpQueue = (
  events: Pick<HostEvents, 'before' | 'after'>,
  show: (request: StepUpRequest | undefined) => void,
) => {
  let current: Pending | undefined
  const end = (isProven: boolean): void => {
    const ended = current
    if (!ended) return
    current = undefined
    show(undefined)
    if (isProven) events.after('step-up', ended.detail)
    for (const settle of [...ended.calls]) settle(isProven)
  }
  const prompt: StepUpPrompt = (request) => {
    if (!current) {
      const detail = { maxAge: request.challenge.maxAge }
      if (!events.before('step-up', detail)) return Promise.resolve(false)
      current = { calls: new Set(), detail }
      show(request)
    }
    const own = current
    return waitIn(own, request.signal, () => {
      if (current === own && own.calls.size === 0) end(false)
    })
  }
  return { prompt, end }
}

/** Returns whether a call only reads, so that the user may not have asked for it. */
const isRead = ({ endpoint }: Pick<StepUpRequest, 'endpoint'>): boolean => endpoint.method === 'GET'

/**
 * Creates the prompt of the portal: for a second factor or recent sign-in, or, in a session that only an identity
 * provider vouches for, for a proof of the user's own. After the user canceled that one, calls that only read fail with
 * their error, because pages repeat them. A read that its page aborts, for example when the user leaves it, is not
 * canceled by the user.
 */
export const createPrompt = (stepUp: { prompt: StepUpPrompt }, ownProof: { prompt: StepUpPrompt }): StepUpPrompt => {
  let isDeclined = false
  const prompt = async (request: StepUpRequest): Promise<boolean> => {
    if (!request.challenge.missing) return stepUp.prompt(request)
    const isProven = await ownProof.prompt(request)
    if (isProven || !request.signal?.aborted) isDeclined = !isProven
    return isProven
  }
  return Object.assign(prompt, {
    challengeOf(refusal: unknown, endpoint: StepUpRequest['endpoint']) {
      const missing = missingProofOf(refusal)
      return missing && !(isDeclined && isRead({ endpoint })) ? { missing } : undefined
    },
  })
}

/** A proof of the user's own isn't a step-up of the host's `step-up` events. */
const NO_EVENTS = { before: () => true, after: () => undefined }

const stepUpDialog: Loadable<{ port: StepUpPort }> = {
  id: 'stepUpDialog',
  load: () => import('./step-up-dialog.view.tsx'),
}

/** Shows the dialog in which a user whom an identity provider signed in gives a proof of their own. */
const OwnProofDialog = ({
  t,
  missing,
  end,
}: Pick<ShellProps, 't'> & { missing: MissingProof; end: StepUpPort['end'] }) => {
  const tenantId = useSession().activeTenant?.tenantId ?? ''
  const port = useMemo(() => ({ request: { tenantId, reason: missing }, end }), [tenantId, missing, end])
  return <AccountEntryDialog t={t} port={port} />
}

/** Shows the dialog for a refused call, which is repeated after it, while a user is signed in to the portal. */
export const StepUpHost = ({ element, t }: Pick<ShellProps, 'element' | 't'>) => {
  const { deps } = useRuntime()
  const { hosted } = useSettings()
  const { stepUp } = element.app
  const [request, show] = useState<StepUpRequest>()
  const [ownRequest, showOwn] = useState<StepUpRequest>()
  const queue = useMemo(() => createStepUpQueue(deps.events, show), [deps])
  const ownQueue = useMemo(() => createStepUpQueue(NO_EVENTS, showOwn), [])
  const prompt = useMemo(() => createPrompt(queue, ownQueue), [queue, ownQueue])
  useEffect(() => {
    // With redirect-based login, only the provider can accept the proof.
    if (hosted) return
    stepUp.prompt = prompt
    return () => {
      if (stepUp.prompt === prompt) stepUp.prompt = undefined
      queue.end(false)
      ownQueue.end(false)
    }
  }, [hosted, stepUp, prompt, queue, ownQueue])
  const port = useMemo(() => request && { request, end: queue.end }, [request, queue])
  const missing = ownRequest?.challenge.missing
  return (
    <>
      {port && (
        <FeatureHost
          definition={stepUpDialog}
          given={{ port }}
          fallback={null}
          failure={() => <DialogLoadFailure t={t} port={port} />}
        />
      )}
      {missing && <OwnProofDialog t={t} missing={missing} end={ownQueue.end} />}
    </>
  )
}
