import { conflict } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { SamlKeyRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'

/** The maximum number of keys: the current one, and older ones that providers may not have replaced yet. */
const MAX_KEYS = 3

const useOf = (id: string) => ({ purpose: 'saml-decryption-key', owner: id })

/** Returns the keys, newest first. The first key is published, and all of them decrypt. */
export const samlKeysOf = async ({ store }: Pick<Ports, 'store'>, tenantId: string): Promise<SamlKeyRecord[]> => {
  const keys = await store.samlKeys.list({ tenantId })
  return keys.sort((left, right) => right.createdAt - left.createdAt || left.id.localeCompare(right.id, 'en'))
}

/** Returns the private keys of a tenant as PEM. */
export const decryptionKeysOf = async (ports: Ports, tenantId: string): Promise<string[]> => {
  const keys = await samlKeysOf(ports, tenantId)
  return Promise.all(keys.map(async ({ id, privateKey }) => (await ports.secretBox.open(privateKey, useOf(id))).text))
}

/** Adds a key, which is published from now on; older ones still decrypt until they are removed. */
export const addSamlKey = async (
  ports: Ports,
  tenantId: string,
  alsoWrite: (store: Collections, key: SamlKeyRecord) => Promise<void> = async () => undefined,
): Promise<SamlKeyRecord> => {
  if ((await ports.store.samlKeys.count({ tenantId })) >= MAX_KEYS) {
    throw conflict('Remove an old encryption key before you add another one.')
  }
  const id = ports.random.uuid()
  const { privateKey, certificate } = await ports.saml.newKeyPair('SAML encryption')
  const sealed = await ports.secretBox.seal(privateKey, useOf(id))
  return ports.store.transaction(async (store) => {
    const key = { id, tenantId, certificate, privateKey: sealed, createdAt: ports.clock.now() }
    await alsoWrite(store, key)
    return store.samlKeys.insert(key)
  })
}
