// `npm run unlock -- --tenant <id or alias>`: lifts the restrictions of an account that locked its administrators out.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'

const end = (message) => {
  console.error(message)
  process.exit(1)
}

const readTenant = () => {
  try {
    return parseArgs({ options: { tenant: { type: 'string' } } }).values.tenant
  } catch (error) {
    return end(error.message)
  }
}

const wanted = readTenant()
if (!wanted) end('Name the account: npm run unlock -- --tenant <id or alias>')

await ensureInstalled()
process.chdir(root)
const { register } = await import('tsx/esm/api')
register()
const { readSettings } = await import('../server/settings.ts')
const { openNodeBackend } = await import('../../src/backend/node.ts')
const { liftRestrictions } = await import('../../src/backend/domain/restrictions/lift-restrictions.ts')

const read = () => {
  try {
    return readSettings(process.env, root)
  } catch (error) {
    return end(error.message)
  }
}

const { dataDir, databaseUrl, sealingKey, port } = read()
// Opening a folder that doesn't exist would create an empty database there.
if (!databaseUrl && !existsSync(dataDir)) end(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`)
const backend = await openNodeBackend({
  ...(databaseUrl ? { databaseUrl } : { dataDir }),
  sealingKey,
  apiUrl: `http://localhost:${port + 2}`,
  appUrl: `http://localhost:${port}`,
}).catch((error) => end(error.message))

const { tenants } = backend.store
const tenant = (await tenants.get(wanted)) ?? (await tenants.find({ alias: wanted }))
if (!tenant) {
  await backend.close()
  end(`There is no account with the ID or alias ${wanted}.`)
}
const { lifted, vendorForcesMfa } = await liftRestrictions(backend.ports, tenant)
await backend.close()
console.log(`${tenant.name} (${tenant.id})`)
for (const name of lifted) console.log(`  Turned off ${name}.`)
if (lifted.length === 0) console.log('  No restriction was on, so nothing was changed.')
else console.log('  Lists of IP addresses and domains were kept. The audit log names the console.')
if (vendorForcesMfa) console.log('  The vendor requires a second factor of every account; this command leaves that on.')
