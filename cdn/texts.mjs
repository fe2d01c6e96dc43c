import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { outputFolder } from '../rollup.config.mjs'
import { withTypeScript } from './passes.mjs'

/** Adds the texts of `adminPortal.sso` below `{ adminPortal: { sso } }`, together with those of longer paths. */
const place = (tree, { path, texts }) => {
  const section = path.split('.').reduce((node, name) => {
    node[name] ??= {}
    return node[name]
  }, tree)
  Object.assign(section, texts)
  return tree
}

/** Returns every text, in the shape of the option `localizations`. */
const catalog = async () => {
  const { textSets } = await import('../demo-host/scripts/docs/reference/text-keys.mjs')
  return { en: (await textSets()).reduce(place, {}) }
}

/** Writes `texts.json`, from which translations are made. */
export const writeTexts = () =>
  withTypeScript(async () => writeFile(join(outputFolder, 'texts.json'), JSON.stringify(await catalog())))
