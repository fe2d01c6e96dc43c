import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorsBuild, outputFolder } from '../rollup.config.mjs'
import { BROWSER_ENTRY } from './entries.mjs'
import { withTypeScript, write } from './passes.mjs'

const documentedNames = async () => {
  const { exportsOf } = await withTypeScript(() => import('../demo-host/scripts/docs/reference/typings.ts'))
  return exportsOf(BROWSER_ENTRY)
    .filter(({ isType }) => !isType)
    .map(({ name }) => name)
}

/**
 * Writes `index.js`, which is what `import 'front-entry'` resolves to: the documented names of `fe.esm.js` without those
 * that its chunks share, and the error classes from a small file of their own. Pages load `fe.esm.js` itself, without
 * the hop (src/decisions/0116).
 */
export const writeNpmEntry = async () => {
  const [{ exports: errors }] = await write(errorsBuild())
  const others = (await documentedNames()).filter((name) => !errors.includes(name)).sort()
  const lines = [
    `export { ${errors.join(', ')} } from './errors.js'`,
    `export { ${others.join(', ')} } from './fe.esm.js'`,
  ]
  await writeFile(join(outputFolder, 'index.js'), `${lines.join('\n')}\n`)
}
