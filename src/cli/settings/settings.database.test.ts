import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openPgliteStore } from '../../backend/adapters/postgres/pglite-store.ts'
import { openPostgresStore } from '../../backend/adapters/postgres/postgres-store.ts'
import { readVendorFile } from '../../backend/adapters/vendor-file.ts'
import { applyVendorSettings } from '../../backend/domain/vendor-settings/apply.ts'
import { vendorFileText } from '../../backend/domain/vendor-settings/canonical.ts'
import { readStored } from '../../backend/domain/vendor-settings/stored.ts'
import { scaled } from '../../backend/prove/report.test-kit.ts'
import type { Store } from '../../backend/store/store.ts'
import { startScript } from '../../testing/child-script.ts'
import { temporaryData } from '../../testing/pglite.ts'
import { postgresMissing, startPostgres } from '../../testing/postgres.ts'
import { createRandom } from '../../testing/random.ts'
import { randomSettings, secretEnvironment } from './random-settings.test-kit.ts'
import { checkPairs, portsFor } from './settings-pairs.test-kit.ts'

const WRITER = fileURLToPath(new URL('./settings-writer.test-kit.ts', import.meta.url))
/** 300 pairs in full; each takes about forty statements. */
const PAIRS = Math.max(15, scaled(300))
const ROUNDS = 8
const WRITES = 24

interface Database {
  target: string
  open(): Promise<Store>
  end(): Promise<void>
}

const onPostgres = async (): Promise<Database> => {
  const server = await startPostgres()
  return { target: server.url, open: () => openPostgresStore(server.url), end: () => server.stop() }
}

const onPglite = async (): Promise<Database> => {
  const folder = await temporaryData()
  const end = async () => rmSync(folder, { recursive: true, force: true })
  return { target: folder, open: () => openPgliteStore(folder), end }
}

const textIn = async ({ open }: Database): Promise<string> => {
  const store = await open()
  try {
    return vendorFileText((await readStored(portsFor(store))).settings)
  } finally {
    await store.close()
  }
}

/** Applies other settings in each round, in a process that is killed before one of its writes, or after the last. */
const killWriters = async (database: Database): Promise<void> => {
  const random = createRandom(4_102)
  let before = await textIn(database)
  for (let round = 0; round < ROUNDS; round += 1) {
    const after = vendorFileText(randomSettings(random))
    const env = JSON.stringify(secretEnvironment(random))
    const writer = startScript(WRITER, database.target, after, env, String(random.below(WRITES)))
    const [, signal] = await once(writer, 'exit')
    assert.equal(signal, 'SIGKILL')
    const found = await textIn(database)
    assert.ok(found === before || found === after, `round ${round}: neither the old nor the new settings:\n${found}`)
    before = found
  }
}

/** Applies two random files at the same time over two connections, and returns what is stored that neither of them has. */
const mixturesOf = async (database: Database): Promise<string[]> => {
  const random = createRandom(4_103)
  const stores = [await database.open(), await database.open()]
  const mixtures: string[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const texts = stores.map(() => vendorFileText(randomSettings(random)))
      const env = secretEnvironment(random)
      await Promise.all(
        stores.map((store, at) => applyVendorSettings(portsFor(store), readVendorFile('random', texts[at] ?? '', env))),
      )
      const found = await textIn(database)
      if (!texts.includes(found)) mixtures.push(found)
    }
  } finally {
    for (const store of stores) await store.close()
  }
  return mixtures
}

describe('front-entry settings', () => {
  it('leaves the settings of one of two files that are applied at the same time', {
    skip: postgresMissing(),
  }, async () => {
    const database = await onPostgres()
    try {
      assert.deepEqual(await mixturesOf(database), [])
    } finally {
      await database.end()
    }
  })

  for (const [title, open, skip] of [
    ['PostgreSQL', onPostgres, postgresMissing()],
    ['the embedded database', onPglite, false],
  ] as const) {
    it(`pulls what it applied and changes nothing a second time, over ${title}`, { skip }, async () => {
      const database = await open()
      const store = await database.open()
      try {
        await checkPairs(store, PAIRS)
      } finally {
        await store.close()
        await database.end()
      }
    })

    it(`leaves the old or the new settings when it is killed, over ${title}`, { skip }, async () => {
      const database = await open()
      try {
        await killWriters(database)
      } finally {
        await database.end()
      }
    })
  }
})
