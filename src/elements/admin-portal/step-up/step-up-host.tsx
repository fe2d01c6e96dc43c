import { useEffect, useMemo, useState } from 'react'
import { useRuntime, useSettings } from '../../../feature/feature-context.tsx'
import { FeatureHost } from '../../../feature/feature-host.tsx'
import type { Loadable } from '../../../feature/feature-runtime.ts'
import type { StepUpRequest } from '../../../http/token-source.ts'
import { useToast } from '../../../ui/toast/toast.tsx'
import type { ShellProps } from '../shell.state.ts'
import type { StepUpPort } from './step-up-dialog.state.ts'
import { createStepUpQueue } from './step-up-queue.ts'

const stepUpDialog: Loadable<{ port: StepUpPort }> = {
  id: 'stepUpDialog',
  load: () => import('./step-up-dialog.view.tsx'),
}

const Failure = ({ t, port }: Pick<ShellProps, 't'> & { port: StepUpPort }) => {
  const toast = useToast()
  useEffect(() => {
    toast({ tone: 'danger', text: `${t('loadFailedTitle')}. ${t('loadFailedText')}` })
    port.end(false)
  }, [toast, t, port])
  return null
}

/** Shows the step-up dialog for a refused call, which is repeated after it, while a user is signed in to the portal. */
export const StepUpHost = ({ element, t }: Pick<ShellProps, 'element' | 't'>) => {
  const { deps } = useRuntime()
  const { hosted } = useSettings()
  const { stepUp } = element.app
  const [request, show] = useState<StepUpRequest>()
  const queue = useMemo(() => createStepUpQueue(deps.events, show), [deps])
  useEffect(() => {
    // With redirect-based login, only the provider can accept the proof.
    if (hosted) return
    stepUp.prompt = queue.prompt
    return () => {
      if (stepUp.prompt === queue.prompt) stepUp.prompt = undefined
      queue.end(false)
    }
  }, [hosted, stepUp, queue])
  const port = useMemo(() => request && { request, end: queue.end }, [request, queue])
  if (!port) return null
  return (
    <FeatureHost
      definition={stepUpDialog}
      given={{ port }}
      fallback={null}
      failure={() => <Failure t={t} port={port} />}
    />
  )
}
