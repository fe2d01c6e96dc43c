import { rmSync } from 'node:fs'
import { after } from 'node:test'
import { openTestPglite, temporaryData } from '../testing/pglite.ts'
import { openPgliteStore } from './adapters/postgres/pglite-store.ts'
import { describeSealedKeys } from './sealed-keys.test-kit.ts'

const folder = await temporaryData()
after(() => rmSync(folder, { recursive: true, force: true }))

describeSealedKeys('in the embedded database', () => openPgliteStore(folder), openTestPglite)
