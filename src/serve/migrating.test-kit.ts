// Started by `killed-migrations.database.test.ts` as a separate process to be killed. Its argument is the folder or the URL
// of a database, which it opens and so migrates.
import { openPgliteStore } from '../backend/adapters/postgres/pglite-store.ts'
import { openPostgresStore } from '../backend/adapters/postgres/postgres-store.ts'

const [target = ''] = process.argv.slice(2)

process.stdout.write('begin\n')
const store = await (target.startsWith('postgres:') ? openPostgresStore(target) : openPgliteStore(target))
process.stdout.write('done\n')
await store.close()
