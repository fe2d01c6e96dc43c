import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRecord } from '../store/records.ts'
import { type Store, unlessDuplicate } from '../store/store.ts'

/** The store of the server's own keys; they seal, sign and hash all other secrets. */
export interface KeyStore {
  keys: Pick<Store['keys'], 'list' | 'insert'>
}

/** A key store whose keys can end. */
export interface ChangeableKeyStore extends KeyStore {
  /**
   * Replaces the value in a key's row. Does nothing if this process can't open the current value: it would seal the key
   * with an outdated sealing key.
   */
  replace(id: string, change: (value: string) => string): Promise<void>
}

/** Prefix of a key that is sealed with `SEALING_KEY`. */
const SEALED = 'sealed.key.v1.'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
/** IV length of NIST SP 800-38D §8.2.2. */
const IV_BYTES = 12
const TAG_BYTES = 16

/** A sealing key can't be used; the message names `SEALING_KEY` and the fix. */
export class SealingKeyError extends Error {
  override readonly name = 'SealingKeyError'
}

const readKey = (text: string, setting: string): Buffer => {
  const key = Buffer.from(text, 'base64')
  if (key.length === KEY_BYTES && /^[\w+/-]+={0,2}$/.test(text)) return key
  throw new SealingKeyError(
    `${setting} must be ${KEY_BYTES} bytes in base64, as 'openssl rand -base64 32' prints them.`,
  )
}

/**
 * Parses sealing keys, separated by commas. The first one seals; the others only open keys that were sealed before.
 *
 * @throws SealingKeyError for a value that is not 32 bytes in base64
 */
export const readSealingKeys = (text: string, setting = 'SEALING_KEY'): Buffer[] =>
  text === '' ? [] : text.split(',').map((each) => readKey(each.trim(), setting))

/** Returns the additional data that binds a sealed key to its row. */
const ownerOf = ({ id, kind }: Pick<KeyRecord, 'id' | 'kind'>): Buffer => Buffer.from(JSON.stringify([id, kind]))

const seal = (key: Buffer, row: KeyRecord): string => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(ownerOf(row))
  const sealed = Buffer.concat([cipher.update(row.value, 'utf8'), cipher.final()])
  return SEALED + Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url')
}

const openWith = (key: Buffer, row: KeyRecord): string | undefined => {
  const all = Buffer.from(row.value.slice(SEALED.length), 'base64url')
  try {
    const decipher = createDecipheriv(CIPHER, key, all.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(ownerOf(row)).setAuthTag(all.subarray(-TAG_BYTES))
    return decipher.update(all.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

/** Opens a key if possible; keys from before the setting existed are returned unchanged. */
const openable = (sealingKeys: readonly Buffer[], row: KeyRecord): KeyRecord | undefined => {
  if (!row.value.startsWith(SEALED)) return row
  for (const key of sealingKeys) {
    const value = openWith(key, row)
    if (value !== undefined) return { ...row, value }
  }
  return undefined
}

const open = (sealingKeys: readonly Buffer[], row: KeyRecord): KeyRecord => {
  const opened = openable(sealingKeys, row)
  if (opened) return opened
  throw new SealingKeyError(
    sealingKeys.length === 0
      ? 'SEALING_KEY is missing: the keys in this database are sealed with it.'
      : 'SEALING_KEY does not open the keys in this database. Set the one that they were sealed with, or add it after the new one, separated by a comma.',
  )
}

/** @throws SealingKeyError when one of the rows can't be opened */
export const assertReadable = (rows: readonly KeyRecord[], sealingKeys: readonly Buffer[]): void => {
  for (const row of rows) open(sealingKeys, row)
}

/**
 * Creates a store whose keys are sealed in the database and opened here. While processes restart one by one, the first
 * seals the keys with a setting that the others lack: these continue with the keys that they have already read.
 */
export const sealedKeyStore = ({ keys }: Pick<Store, 'keys'>, sealingKeys: readonly Buffer[]): ChangeableKeyStore => {
  const [first] = sealingKeys
  const known = new Map<string, KeyRecord>()
  const openAll = (rows: readonly KeyRecord[]): KeyRecord[] => {
    try {
      const opened = rows.map((row) => open(sealingKeys, row))
      for (const row of opened) known.set(row.id, row)
      return opened
    } catch (error) {
      const before = rows.flatMap(({ id }) => known.get(id) ?? [])
      if (before.length === 0) throw error
      return before
    }
  }
  return {
    keys: {
      list: async (where) => openAll(await keys.list(where)),
      async insert(row) {
        await keys.insert(first ? { ...row, value: seal(first, row) } : row)
        return row
      },
    },
    async replace(id, change) {
      const row = await keys.get(id)
      const opened = row && openable(sealingKeys, row)
      if (!row || !opened) return
      const next = { ...opened, value: change(opened.value) }
      await keys.update({ id, value: row.value }, { value: first ? seal(first, next) : next.value })
    },
  }
}

/**
 * Seals with the first key all keys that are not sealed yet or were sealed with another one. Several processes may do
 * so at once.
 *
 * @throws SealingKeyError when a key can't be opened
 */
export const sealStoredKeys = async ({ keys }: Pick<Store, 'keys'>, sealingKeys: readonly Buffer[]): Promise<void> => {
  const [first] = sealingKeys
  let isChangedMeanwhile = false
  for (const row of await keys.list({})) {
    const opened = open(sealingKeys, row)
    const isDone = row.value.startsWith(SEALED) && first !== undefined && openWith(first, row) !== undefined
    if (!first || isDone) continue
    const sealed = await keys.update({ id: row.id, value: row.value }, { value: seal(first, opened) })
    isChangedMeanwhile ||= sealed === 0
  }
  // Another process changed a key, perhaps with another sealing key.
  if (isChangedMeanwhile) await sealStoredKeys({ keys }, sealingKeys)
}

/** Returns all keys of a kind, newest first, and creates the first one if there is none. */
export const loadKeys = async (store: KeyStore, kind: string, make: () => Promise<string>): Promise<KeyRecord[]> => {
  const found = await store.keys.list({ kind })
  if (found.length === 0) {
    // The id is fixed, so that of two processes that start together, one inserts the key and the other reads it.
    const first = { id: `${kind}-1`, kind, value: await make(), createdAt: Date.now() }
    await unlessDuplicate(store.keys.insert(first))
    return store.keys.list({ kind })
  }
  return found.sort((left, right) => right.createdAt - left.createdAt)
}
