// `npm run docs` builds the documentation site, which `npm start` serves at /docs/. `--if-changed` skips an unchanged
// one.
import { existsSync } from 'node:fs'
import { docsStamp } from './build-stamp.mjs'
import { SITE } from './docs/folders.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'

await ensureInstalled()
process.chdir(root)
const stamp = await docsStamp.current()
const isFresh = (await docsStamp.saved()) === stamp && existsSync(SITE)
if (process.argv.includes('--if-changed') && isFresh) process.exit(0)

const start = performance.now()
console.log('Building the documentation')
const { register } = await import('tsx/esm/api')
register()
const { buildSite } = await import('./docs/site.mjs')
await buildSite()
await docsStamp.save(stamp)
console.log(`Built in ${((performance.now() - start) / 1000).toFixed(1)} s`)
