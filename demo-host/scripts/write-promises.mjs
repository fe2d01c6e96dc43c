// Writes demo-host/e2e/PROMISES.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'
import { promisesPage } from './promises.mjs'

const folder = join(root, 'demo-host', 'e2e')
const record = JSON.parse(readFileSync(join(folder, 'figures.json'), 'utf8'))
writeFileSync(join(folder, 'PROMISES.md'), promisesPage(record))
