// The import rules of `.dependency-cruiser.cjs`, and that folders beside each other import one another one way only.
import { cruise, format } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { folderCycles } from './folder-cycles.mjs'

const MAX_SHOWN = 20

const options = await extractOptions('./.dependency-cruiser.cjs')
const isExempt = new RegExp(options.ruleSet.forbidden.find(({ name }) => name === 'no-circles').from.pathNot)

const { output } = await cruise(['src'], options, undefined, { tsConfig: extractTSConfig('tsconfig.json') })

const { output: shown, exitCode } = await format(output, { outputType: 'err' })
console.log(shown)

const isJudged = (path) => path.startsWith('src/') && !isExempt.test(path)
const imports = output.modules
  .filter(({ source }) => isJudged(source))
  .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => [source, resolved]))
  .filter(([, target]) => isJudged(target))

const cycles = folderCycles(imports)
for (const cycle of cycles) {
  console.log(`error folders in a circle: ${cycle.folders.join(', ')}`)
  for (const [from, to] of cycle.imports.slice(0, MAX_SHOWN)) console.log(`  ${from} → ${to}`)
}
process.exit(exitCode === 0 && cycles.length === 0 ? 0 : 1)
