// `npm run dev` runs the demo host without a release build. Pages update after an edit, and show errors.
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'

await ensureInstalled()
process.chdir(root)
const { register } = await import('tsx/esm/api')
register()

const { readDemoSettings } = await import('../server/settings.ts')
const { SettingError } = await import('../../src/serve/setting-values.ts')
const { startDevelopment } = await import('./dev/start.mjs')
try {
  await startDevelopment(readDemoSettings(process.env, root), join(root, '.cache', 'dev'))
} catch (error) {
  console.error(error instanceof SettingError ? error.message : error)
  process.exit(1)
}
