// `npm run seed -- --users 100000 --audits 1000000 --accounts 10000 --tokens 10000` fills the tenant of big@scale.test;
// a repeated run continues where the last one stopped.
import { parseArgs } from 'node:util'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'

await ensureInstalled()
process.chdir(root)
const { register } = await import('tsx/esm/api')
register()
const { readDemoSettings } = await import('../server/settings.ts')
const { openNodeBackend } = await import('../../src/backend/node.ts')
const { seedBulk } = await import('../../src/testing/bulk.ts')
const { seedAccounts, seedTokens } = await import('../../src/testing/bulk-accounts.ts')
const { SAMPLE_PASSWORD } = await import('../../src/backend/sample/users.ts')

const count = (name, text) => {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0) return value
  console.error(`--${name} must be a whole number, not '${text}'.`)
  process.exit(1)
}

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000' },
    audits: { type: 'string', default: '10000' },
    accounts: { type: 'string', default: '0' },
    tokens: { type: 'string', default: '0' },
  },
})
const users = count('users', values.users)
const audits = count('audits', values.audits)
const accounts = count('accounts', values.accounts)
const tokens = count('tokens', values.tokens)

const read = () => {
  try {
    return readDemoSettings(process.env, root)
  } catch (error) {
    console.error(error.message)
    return process.exit(1)
  }
}

const { dataDir, databaseUrl, sealingKey, port } = read()
const backend = await openNodeBackend({
  ...(databaseUrl ? { databaseUrl } : { dataDir }),
  sealingKey,
  apiUrl: `http://localhost:${port + 2}`,
  appUrl: `http://localhost:${port}`,
  seed: true,
}).catch((error) => {
  console.error(error.message)
  process.exit(1)
})

const WIDTH = 30
const draw = (done) => {
  const share = (done.users + done.audits) / Math.max(users + audits, 1)
  const bar = '█'.repeat(Math.round(Math.min(share, 1) * WIDTH)).padEnd(WIDTH, '░')
  const line = `${bar} ${done.users} users, ${done.audits} audit rows`
  process.stdout.write(process.stdout.isTTY ? `\r${line}` : `${line}\n`)
}
const passwordHash = await backend.ports.hasher.hash(SAMPLE_PASSWORD)
await seedBulk(backend.store, { users, audits, passwordHash, now: Date.now(), onProgress: draw })
if (accounts > 0) await seedAccounts(backend.store, { accounts, now: Date.now() })
if (tokens > 0) await seedTokens(backend.store, { tokens, now: Date.now() })
await backend.close()
const parts = [`${users} users`, `${audits} audit rows`, `${accounts} accounts`, `${tokens} tokens`]
console.log(`\nSeeded ${parts.join(', ')} for big@scale.test`)
