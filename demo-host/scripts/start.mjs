// `npm start` installs and builds missing or changed parts, then runs the demo host.
import { spawn } from 'node:child_process'
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

const run = (script) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [`demo-host/scripts/${script}`, '--if-changed'], { stdio: 'inherit' })
    child.once('close', (status) => resolve(status ?? 1))
  })

const [status, docs] = await Promise.all([run('build.mjs'), run('docs.mjs')])
if (status !== 0) process.exit(status)
if (docs !== 0)
  console.error('The documentation could not be built, so /docs/ is missing or old. The lines above say why.')
await import('../server/main.ts')
