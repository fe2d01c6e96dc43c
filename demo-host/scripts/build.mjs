// Builds the release into its folder in cdn/. Exits with 1 when a budget is exceeded. `--if-changed` skips an unchanged
// one. `--source-maps` writes source maps next to the files for browsers, as a release has them. `--release` lets
// budgets use the bytes that other builds keep free for a new version and new hashes. `--no-type-check` is for `npm
// test`, which checks all types in parallel: a release with a type error then fails there.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { releaseStamp } from './build-stamp.mjs'
import { ensureInstalled } from './install.mjs'
import { root, version } from './project.mjs'

await ensureInstalled()
process.chdir(root)
const stamp = await releaseStamp.current()
const isFresh = (await releaseStamp.saved()) === stamp && existsSync(join(root, 'cdn', version, 'manifest.json'))
if (process.argv.includes('--if-changed') && isFresh) process.exit(0)

const start = performance.now()
console.log(`Building ${version}`)
const { buildRelease } = await import('../../cdn/build.mjs')
const settings = {
  isChecked: !process.argv.includes('--no-type-check'),
  isMapped: process.argv.includes('--source-maps'),
  isRelease: process.argv.includes('--release'),
}
const exceeded = await buildRelease(settings).catch((error) => {
  console.error(`The build failed: ${error.message}`)
  if (error.frame) console.error(error.frame)
  process.exit(1)
})
await releaseStamp.save(stamp)
console.log(`\nBuilt in ${((performance.now() - start) / 1000).toFixed(1)} s`)
for (const { what, kb, limit, left } of exceeded)
  console.error(
    `Over budget: ${what}, ${kb.toFixed(3)} of ${limit} KB, ${-left} bytes too many with what a release needs free`,
  )
// A demo still starts with a release that is too large, but the test run and the release do not accept it.
process.exit(exceeded.length === 0 || process.argv.includes('--if-changed') ? 0 : 1)
