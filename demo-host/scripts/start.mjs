// `npm start`: installs and builds what is missing or changed, then runs the demo host.
import { spawnSync } from 'node:child_process'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'

await ensureInstalled()
process.chdir(root)
const { register } = await import('tsx/esm/api')
register()

const { readDemoSettings } = await import('../server/settings.ts')
const { SettingError } = await import('../../src/serve/setting-values.ts')
try {
  readDemoSettings(process.env, root)
} catch (error) {
  if (!(error instanceof SettingError)) throw error
  console.error(error.message)
  process.exit(1)
}

const { status } = spawnSync(process.execPath, ['demo-host/scripts/build.mjs', '--if-changed'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
await import('../server/main.ts')
