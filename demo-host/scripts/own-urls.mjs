import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

const ADDRESSED = /[\\/](demo-host|cdn|src[\\/](backend|cli|serve|testing))[\\/].*\.(ts|mjs)$/

/** Plugin for esbuild that keeps the original URLs of modules, by which they find files next to them. */
export const ownUrls = {
  name: 'own-urls',
  setup(build) {
    build.onLoad({ filter: ADDRESSED }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!text.includes('import.meta.url')) return undefined
      const contents = text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' }
    })
  },
}
