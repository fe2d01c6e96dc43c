// Runs `ng new` without the command-line tool, whose packages are 277 MB: node ng-new.mjs <folder of packages> <new
// folder>
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

const [tools, folder] = process.argv.slice(2)
const require = createRequire(join(tools, 'package.json'))
const { schema } = require('@angular-devkit/core')
const { NodeWorkflow, validateOptionsWithSchema } = require('@angular-devkit/schematics/tools')

const registry = new schema.CoreSchemaRegistry()
registry.addPostTransform(schema.transforms.addUndefinedDefaults)
// These are formats of the tool's own prompts, whose defaults are used.
for (const name of ['html-selector', 'path']) registry.addFormat({ name, formatter: { validate: () => true } })

const { version } = require('@schematics/angular/package.json')
const options = { name: basename(folder), version, skipInstall: true, skipGit: true, routing: false, ssr: false }
await mkdir(dirname(folder), { recursive: true })
const workflow = new NodeWorkflow(dirname(folder), {
  resolvePaths: [tools],
  registry,
  optionTransforms: [validateOptionsWithSchema(registry)],
})
await new Promise((resolve, reject) =>
  workflow
    .execute({ collection: '@schematics/angular', schematic: 'ng-new', options })
    .subscribe({ error: reject, complete: resolve }),
)
