// Creates a new page with its call and its handler: `npm run new -- page audit-exports`.
import { spawnSync } from 'node:child_process'
import { root } from './project.mjs'
import { scaffoldPage } from './scaffold.mjs'

const [kind, name = ''] = process.argv.slice(2)
if (kind !== 'page') {
  console.error('Usage: npm run new -- page <name>')
  process.exit(1)
}
try {
  const made = scaffoldPage(root, name)
  spawnSync(
    'node_modules/.bin/biome',
    ['check', '--write', 'src/pages', 'src/contract', 'src/backend', 'demo-host/e2e'],
    {
      cwd: root,
    },
  )
  console.log(`${made.join('\n')}\n\nNext: its rows in demo-host/e2e/README.md; CONTRIBUTING.md has the list.`)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
