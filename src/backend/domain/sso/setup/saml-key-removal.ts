import type { SignedRequest } from '../../../call/auth.ts'
import { conflict, notFound } from '../../../call/refusal.ts'
import type { SamlKeyRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { isOidc } from '../../identity/access/required-sso.ts'
import { saveUntested } from './untested-save.ts'

const remove = async (store: Collections, { id, tenantId }: Pick<SamlKeyRecord, 'id' | 'tenantId'>): Promise<void> => {
  if (!(await store.samlKeys.find({ id, tenantId }))) throw notFound('This encryption key doesn’t exist.')
  const isRequired = (await store.samlSettings.count({ tenantId, requireEncryption: true })) > 0
  if (isRequired && (await store.samlKeys.count({ tenantId })) === 1) {
    throw conflict('A connection requires encrypted assertions. Turn that off before you remove the last key.')
  }
  await store.samlKeys.delete({ id, tenantId })
}

/**
 * Removes a key. Any SAML provider of the account may still encrypt for it, so earlier tests and sign-ins no longer
 * prove that their settings work.
 */
export const removeSamlKey = async (
  call: SignedRequest,
  id: string,
  alsoWrite: (store: Collections) => Promise<void>,
): Promise<void> => {
  const { tenantId } = call.auth
  const connections = await call.ports.store.ssoConnections.list({ tenantId })
  await saveUntested(
    call,
    connections.filter((connection) => !isOidc(connection)),
    async (store) => {
      await remove(store, { id, tenantId })
      await alsoWrite(store)
    },
  )
}
