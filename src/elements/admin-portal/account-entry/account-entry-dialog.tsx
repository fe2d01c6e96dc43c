import { useCallback, useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { useCeremonyText } from '../../../parts/passkeys/ceremony/ceremony-failure.ts'
import { useCeremonies } from '../../../parts/passkeys/ceremony/ceremony-feature.ts'
import { type AccountEntryTexts, accountEntryMessages } from './account-entry-dialog.messages.ts'
import {
  type AccountEntryActions,
  type AccountEntryState,
  accountEntrySlice,
  initialAccountEntry,
} from './account-entry-dialog.slice.ts'
import { AccountEntryView } from './account-entry-dialog.view.tsx'
import type { AccountEntryPort } from './account-entry-port.ts'

type Props = FeatureProps<AccountEntryState, AccountEntryActions, AccountEntryTexts> & { port: AccountEntryPort }

const AccountEntryDialog = ({ state, actions, t, port }: Props) => {
  const { tenants } = useSession()
  const ceremonies = useCeremonies()
  const error = useCeremonyText(state.progress)
  const { tenantId, reason } = port.request
  const settle = async (work: Promise<boolean>) => {
    if (await work) port.end(true)
  }
  const load = useCallback(() => void actions.load(tenantId), [actions, tenantId])
  useEffect(load, [load])
  useEffect(() => () => ceremonies.stop(), [ceremonies])
  return (
    <AccountEntryView
      state={state}
      t={t}
      reason={reason}
      name={tenants.find((tenant) => tenant.tenantId === tenantId)?.name ?? tenantId}
      error={error}
      hasPasskeys={ceremonies.isSupported()}
      on={{
        load,
        provePassword: (password) => void settle(actions.provePassword(password)),
        provePasskey: () => void settle(actions.provePasskey(ceremonies)),
        goToProvider: () => void actions.goToProvider(),
        signOut: () => void actions.signOut(),
        cancel: () => port.end(false),
      }}
    />
  )
}

export const accountEntryDialogFeature = defineFeature<
  AccountEntryState,
  AccountEntryActions,
  AccountEntryTexts,
  { port: AccountEntryPort }
>({
  initial: initialAccountEntry,
  slice: accountEntrySlice,
  messages: accountEntryMessages,
  Component: AccountEntryDialog,
})
