import { readFile } from 'node:fs/promises'
import { transform } from 'esbuild'

/** esbuild keeps the spaces in custom properties, which CSS ignores here. */
const SPACE = /(?<=[{;]--[\w-]+:) (?![;}])|(?<=\b(?:light-dark|var)\([\w#-]+,) /g

/** Minifies a style sheet to text, the value of `import css from './button.css'`. */
const minifyCss = async (text) => {
  const { code } = await transform(text, { loader: 'css', minify: true, target: 'chrome123', legalComments: 'none' })
  return code.trim().replace(SPACE, '')
}

/** Creates the plugin for Rollup (the release). */
export const cssText = () => ({
  name: 'css-text',
  async transform(code, id) {
    if (!id.endsWith('.css')) return null
    return { code: `export default ${JSON.stringify(await minifyCss(code))}`, map: { mappings: '' } }
  },
})

/** Plugin for esbuild (the tests). */
export const cssTextForEsbuild = {
  name: 'css-text',
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => ({
      contents: await minifyCss(await readFile(path, 'utf8')),
      loader: 'text',
    }))
  },
}
