// `npm run release -- --dry`: builds the next version in a copy of the repository, next to the current one, and reports
// the differences. Without `--dry`, it also writes the version into this repository.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, version } from '../project.mjs'
import { compareReleases, refusalsOf, stepOf } from './compatibility.mjs'
import { copyRepository } from './copy-repository.mjs'
import { reportOf } from './report.mjs'
import { sbomOf } from './sbom.mjs'
import { writeVersion } from './version-literals.mjs'

const UNRELEASED = '## Unreleased\n'

const nextMinor = () => {
  const [major, minor] = version.split('.').map(Number)
  return `${major}.${minor + 1}.0`
}

const readJson = async (...path) => JSON.parse(await readFile(join(...path), 'utf8'))

const setVersion = async (folder, to) => {
  writeVersion(folder, { from: version, to })
  const file = join(folder, 'CHANGELOG.md')
  const text = await readFile(file, 'utf8')
  if (!text.includes(UNRELEASED)) throw new Error(`${file} has no heading "${UNRELEASED.trim()}".`)
  await writeFile(file, text.replace(UNRELEASED, `${UNRELEASED}\n## ${to}\n`))
}

/** Resolves with the budgets that are exceeded. @throws Error when nothing was built */
const buildIn = async (folder, to) => {
  const child = spawn(process.execPath, [join(folder, 'demo-host/scripts/build.mjs'), '--source-maps', '--release'], {
    cwd: folder,
    stdio: ['inherit', 'inherit', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (part) => {
    errors += part
    process.stderr.write(part)
  })
  const [status] = await once(child, 'close')
  if (!existsSync(join(folder, 'cdn', to, 'manifest.json'))) throw new Error('The build failed, see above.')
  if (status === 0) return []
  const exceeded = errors.split('\n').filter((line) => line.startsWith('Over budget: '))
  return exceeded.length > 0 ? exceeded : ['The build failed']
}

const rehearse = async (to, former) => {
  const step = stepOf(version, to)
  const folder = join(root, '.work', 'release', to)
  const copy = join(folder, 'repository')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await copyRepository(root, copy)
  await setVersion(copy, to)
  const exceeded = await buildIn(copy, to)
  const next = join(copy, 'cdn', to)
  const [before, after, lock] = await Promise.all([
    readJson(former, 'manifest.json'),
    readJson(next, 'manifest.json'),
    readJson(copy, 'package-lock.json'),
  ])
  const compatibility = compareReleases(former, next)
  const refusals = [...refusalsOf(compatibility, step), ...exceeded]
  const report = reportOf({ former: before, next: after, step, compatibility, refusals })
  await writeFile(join(folder, 'report.md'), report)
  await writeFile(join(folder, 'sbom.json'), sbomOf(lock, after.files))
  return { folder, next, report, isRefused: refusals.length > 0 }
}

const { values } = parseArgs({
  options: { dry: { type: 'boolean' }, to: { type: 'string' }, former: { type: 'string' } },
})
const to = values.to ?? nextMinor()
const former = values.former ?? join(root, 'cdn', version)
if (!existsSync(join(former, 'manifest.json'))) {
  console.error(`${former} has no release to compare with. Run npm run build, or name its folder with --former.`)
  process.exit(1)
}
try {
  const { folder, next, report, isRefused } = await rehearse(to, former)
  console.log(`\n${report}\nThe release is in ${next}; report.md and sbom.json are in ${folder}.`)
  if (!isRefused && !values.dry) await setVersion(root, to)
  process.exit(isRefused ? 1 : 0)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
