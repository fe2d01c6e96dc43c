// Runs the browser tests: `node demo-host/scripts/test-browser.mjs [folder or file …]`.
import { spawnSync } from 'node:child_process'
import { root } from './project.mjs'

const filters = process.argv.slice(2)
const { status } = spawnSync(process.execPath, ['node_modules/@web/test-runner/dist/bin.js'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FE_TESTS: filters.join(',') },
})
process.exit(status ?? 1)
