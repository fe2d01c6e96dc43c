// `restart.test-kit.ts` runs this file as a separate process, which it kills. Its arguments are the folder or the URL of
// the database, the file of the writes acknowledged so far, and `check` to stop after checking.
import { readFileSync } from 'node:fs'
import { aSessionRecord, aUserRecord } from '../../testing/records.ts'
import { openPgliteStore } from '../adapters/postgres/pglite-store.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import { DuplicateError, type Store } from '../store/store.ts'

const [target = '', acknowledgedFile = '', mode = 'write'] = process.argv.slice(2)

/**
 * Prints one fact per line. Node writes pipes synchronously, so the line is sent even if the process dies immediately
 * after.
 */
const say = (line: string) => process.stdout.write(`${line}\n`)

interface Acknowledged {
  users: string[]
  generation: number
  policy: number
}

const acknowledged = (): Acknowledged => {
  const facts: Acknowledged = { users: [], generation: 0, policy: 0 }
  for (const line of readFileSync(acknowledgedFile, 'utf8').split('\n')) {
    const [kind, value = ''] = line.split(' ')
    if (kind === 'user') facts.users.push(value)
    if (kind === 'generation') facts.generation = Math.max(facts.generation, Number(value))
    if (kind === 'policy') facts.policy = Math.max(facts.policy, Number(value))
  }
  return facts
}

/** Returns how many acknowledged writes are missing. Unacknowledged writes may be present. */
const lost = async (store: Store): Promise<number> => {
  const wanted = acknowledged()
  const present = new Set((await store.users.list({})).map(({ id }) => id))
  const session = await store.sessions.get('session')
  const policy = await store.policies.get('policy')
  const older = [(session?.generation ?? 0) < wanted.generation, Number(policy?.value ?? 0) < wanted.policy]
  return wanted.users.filter((id) => !present.has(id)).length + older.filter(Boolean).length
}

const insertOnce = (insert: Promise<unknown>) =>
  insert.catch((error: unknown) => {
    if (!(error instanceof DuplicateError)) throw error
  })

const prepare = async (store: Store) => {
  const dates = { createdAt: 0, updatedAt: 0 }
  await insertOnce(store.sessions.insert(aSessionRecord()))
  await insertOnce(store.policies.insert({ id: 'policy', tenantId: null, kind: 'proof', value: '0', ...dates }))
}

/** Updates like a refresh: by compare-and-set of the generation. */
const refreshForEver = async (store: Store) => {
  let generation = (await store.sessions.get('session'))?.generation ?? 0
  for (;;) {
    const changed = await store.sessions.update({ id: 'session', generation }, { generation: generation + 1 })
    generation += 1
    if (changed !== 1) throw new Error('The compare-and-set of the only writer failed')
    say(`generation ${generation}`)
  }
}

/** Inserts like a sign-up: two rows in one transaction. */
const signUpForEver = async (store: Store) => {
  for (let at = 0; ; at++) {
    const id = `${process.pid}-${Date.now()}-${at}`
    await store.transaction(async (inside) => {
      await inside.users.insert(aUserRecord({ id, email: `${id}@acme.test` }))
      await inside.sessions.insert(aSessionRecord({ id: `session-${id}`, userId: id }))
    })
    say(`user ${id}`)
  }
}

const savePolicyForEver = async (store: Store) => {
  for (let value = Number((await store.policies.get('policy'))?.value ?? 0) + 1; ; value++) {
    await store.policies.update({ id: 'policy' }, { value: String(value) })
    say(`policy ${value}`)
    // Lets the event loop turn, as it does between requests.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

try {
  const store = await (target.startsWith('postgres')
    ? openPostgresStore(target)
    : openPgliteStore(target, { warn: (message) => say(`warning ${message}`), error: say }))
  say('open')
  say(`lost ${await lost(store)}`)
  if (mode === 'check') await store.close()
  else {
    await prepare(store)
    await Promise.all([refreshForEver(store), signUpForEver(store), savePolicyForEver(store)])
  }
} catch (error) {
  say(`error ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
