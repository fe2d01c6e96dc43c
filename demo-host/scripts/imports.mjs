// Checks the import rules of `.dependency-cruiser.cjs`, that sibling folders import one another in one direction only,
// that no part of the demo can be reached from the production server, over any number of imports, and that the picture
// of the architecture is up to date. With `--write` it draws the picture.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cruise, format } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { drawArchitecture } from './architecture.mjs'
import { folderCycles } from './folder-cycles.mjs'
import { importPaths } from './import-paths.mjs'

const MAX_SHOWN = 20
const PICTURE = 'src/architecture.svg'
const PRODUCTION = /^src\/(serve|cli)\//
const DEMO = /^demo-host\/|^src\/preview\/|^src\/backend\/(sample\/|node\.ts$|adapters\/inbox\.ts$)/

const options = await extractOptions('./.dependency-cruiser.cjs')
const isExempt = new RegExp(options.ruleSet.forbidden.find(({ name }) => name === 'no-circles').from.pathNot)

const { output } = await cruise(['src'], options, undefined, { tsConfig: extractTSConfig('tsconfig.json') })

const { output: shown, exitCode } = await format(output, { outputType: 'err' })
console.log(shown)

const isChecked = (path) => path.startsWith('src/') && !isExempt.test(path)
const all = output.modules.flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => [source, resolved]))
const imports = all.filter((paths) => paths.every(isChecked))

const cycles = folderCycles(imports)
for (const cycle of cycles) {
  console.log(`error folders in a circle: ${cycle.folders.join(', ')}`)
  for (const [from, to] of cycle.imports.slice(0, MAX_SHOWN)) console.log(`  ${from} → ${to}`)
}

const demos = importPaths(
  all,
  (path) => PRODUCTION.test(path) && isChecked(path),
  (path) => DEMO.test(path),
)
for (const path of demos) console.log(`error the demo in the production server: ${path.join(' → ')}`)

function isPictureOfToday() {
  const picture = drawArchitecture(imports, ['src', 'src/backend/domain', 'src/backend/domain/identity'])
  if (process.argv.includes('--write')) writeFileSync(PICTURE, picture)
  return existsSync(PICTURE) && readFileSync(PICTURE, 'utf8') === picture
}

const isSound = exitCode === 0 && cycles.length === 0 && demos.length === 0
if (isSound && !isPictureOfToday()) {
  console.log(`error ${PICTURE} shows other imports: run \`node demo-host/scripts/imports.mjs --write\``)
  process.exit(1)
}
process.exit(isSound ? 0 : 1)
