// `npm run check` runs lint, import rules and types.
import { ensureInstalled } from './install.mjs'
import { runStages } from './run-parts.mjs'
import { imports, lint, types } from './test-parts.mjs'

await ensureInstalled()
process.exit((await runStages([[[types], [lint, imports]]])) ? 0 : 1)
