// Creates a page, a call, a setting or a table: `npm run new -- page audit-exports`.
import { spawnSync } from 'node:child_process'
import { root } from './project.mjs'
import { scaffoldCall, scaffoldPage, scaffoldSetting, scaffoldTable } from './scaffold.mjs'

const KINDS = {
  page: [scaffoldPage, 'its rows in demo-host/e2e/README.md; CONTRIBUTING.md has the list.'],
  call: [scaffoldCall, 'types, permission and rules of the call, then its handler, until its suite passes.'],
  setting: [scaffoldSetting, 'the fields of the setting, and the call that saves it.'],
  table: [
    scaffoldTable,
    'its columns, then the migration: npx drizzle-kit generate --config src/backend/adapters/postgres/drizzle.config.ts',
  ],
}

const [kind = '', ...names] = process.argv.slice(2)
const [scaffold, next] = Object.hasOwn(KINDS, kind) ? KINDS[kind] : []
if (!scaffold || names.length !== scaffold.length - 1) {
  console.error('Usage: npm run new -- page <name> | call <table> <name> | setting <name> | table <name>')
  process.exit(1)
}
try {
  const made = scaffold(root, ...names)
  const folders = ['src/pages', 'src/contract', 'src/backend', 'demo-host/e2e']
  spawnSync('node_modules/.bin/biome', ['check', '--write', ...folders], { cwd: root })
  console.log(`${made.join('\n')}\n\nNext: ${next}`)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
