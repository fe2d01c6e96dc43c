import { useEffect, useState } from 'react'
import { useSettings } from '../../../feature/feature-context.tsx'
import { FeatureHost } from '../../../feature/feature-host.tsx'
import type { Loadable } from '../../../feature/feature-runtime.ts'
import type { EntryPrompt } from '../../../rules/account-entry.ts'
import { useToast } from '../../../ui/toast/toast.tsx'
import type { ShellProps } from '../shell.state.ts'
import type { AccountEntryPort } from './account-entry-dialog.actions.ts'

const accountEntryDialog: Loadable<{ port: AccountEntryPort }> = {
  id: 'accountEntryDialog',
  load: () => import('./account-entry-dialog.view.tsx'),
}

/** Ends the request of a dialog whose chunk failed to load, and shows that in a toast. */
export const DialogLoadFailure = ({ t, port }: Pick<ShellProps, 't'> & { port: Pick<AccountEntryPort, 'end'> }) => {
  const toast = useToast()
  useEffect(() => {
    toast({ tone: 'danger', text: `${t('loadFailedTitle')}. ${t('loadFailedText')}` })
    port.end(false)
  }, [toast, t, port])
  return null
}

/** Shows the dialog in which users give a proof of their own, or a message if it can't be loaded. */
export const AccountEntryDialog = ({ t, port }: Pick<ShellProps, 't'> & { port: AccountEntryPort }) => (
  <FeatureHost
    definition={accountEntryDialog}
    given={{ port }}
    fallback={null}
    failure={() => <DialogLoadFailure t={t} port={port} />}
  />
)

/** Shows the dialog for the proof that another account requires, while a user is signed in to the portal. */
export const AccountEntryHost = ({ element, t }: Pick<ShellProps, 'element' | 't'>) => {
  const { hosted } = useSettings()
  const { accountEntry } = element.app
  const [port, show] = useState<AccountEntryPort>()
  useEffect(() => {
    // With redirect-based login, only the provider can accept the proof.
    if (hosted) return
    let end: ((isProven: boolean) => void) | undefined
    const prompt: EntryPrompt = (request) => {
      end?.(false)
      return new Promise((resolve) => {
        const settle = (isProven: boolean) => {
          if (end === settle) end = undefined
          show(undefined)
          resolve(isProven)
        }
        end = settle
        show({ request, end: settle })
      })
    }
    accountEntry.prompt = prompt
    return () => {
      if (accountEntry.prompt === prompt) accountEntry.prompt = undefined
      end?.(false)
    }
  }, [hosted, accountEntry])
  return port ? <AccountEntryDialog t={t} port={port} /> : null
}
