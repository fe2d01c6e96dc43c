// Writes the files of a quickstart into a new app: `npm run create -- react ../my-app`.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'
import { STACKS } from './quickstarts/stacks.mjs'

const [name = '', folder = ''] = process.argv.slice(2)
if (!name || !folder) {
  console.error(`Usage: npm run create -- <framework> <folder>\nFrameworks: ${Object.keys(STACKS).join(', ')}`)
  process.exit(1)
}

/** Builds what isn't built yet: the release, the packed package and the generators. */
const prepare = async () => {
  await ensureInstalled()
  const { status } = spawnSync(process.execPath, [join(root, 'demo-host/scripts/build.mjs'), '--if-changed'], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
  const { prepareTools } = await import('./framework-apps.mjs')
  return prepareTools()
}

try {
  const { createApp } = await import('./quickstarts/create-app.mjs')
  const { url, api, commands } = await createApp(name, resolve(folder), prepare)
  console.log(`The API, once:\n\n  ${api}\n\nThe app, in another terminal:\n`)
  console.log(`${commands.map((command) => `  ${command}`).join('\n')}\n`)
  console.log(`Open ${url} and sign in as ada@acme.test with Correct-Horse-9.`)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
