import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

interface Entry {
  payload: AdapterPayload
  endsAt: number
}

const MAX_ENTRIES = 10_000

/** Creates the storage of an OpenID provider, which is gone when the process ends. Use one factory per provider. */
export const createMemoryAdapter = (): AdapterFactory => {
  const entries = new Map<string, Entry>()

  const live = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key)
    if (entry && entry.endsAt > Date.now()) return entry.payload
    entries.delete(key)
    return undefined
  }
  const findBy = (model: string, field: 'uid' | 'userCode', value: string) =>
    [...entries.keys()].find((key) => key.startsWith(`${model}:`) && live(key)?.[field] === value)

  return (model: string): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`
    return {
      async upsert(id, payload, expiresIn) {
        const [oldest] = entries.keys()
        if (entries.size >= MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
        entries.set(keyOf(id), {
          payload,
          endsAt: expiresIn ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY,
        })
      },
      find: async (id) => live(keyOf(id)),
      findByUid: async (uid) => live(findBy(model, 'uid', uid) ?? ''),
      findByUserCode: async (userCode) => live(findBy(model, 'userCode', userCode) ?? ''),
      async consume(id) {
        const payload = live(keyOf(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        entries.delete(keyOf(id))
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
      },
    }
  }
}
