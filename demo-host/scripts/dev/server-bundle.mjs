import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { context } from 'esbuild'
import { ownUrls } from '../own-urls.mjs'
import { root } from '../project.mjs'

const ENTRY = 'demo-host/server/development.ts'
const MIGRATIONS = 'src/backend/adapters/postgres/migrations/'
const packagesOf = ({ outputs }) =>
  Object.values(outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ kind, external }) => external && kind === 'import-statement')
    .map(({ path }) => path)

/**
 * Bundles backend and demo host into one file, without packages: it loads in half the time of its sources, a missing
 * export is found before anything runs, and its source files are known.
 */
export const openServerBundle = async (folder) => {
  await mkdir(folder, { recursive: true })
  for (const file of await readdir(folder)) if (file.startsWith('server-')) await rm(join(folder, file))
  const bundler = await context({
    absWorkingDir: root,
    entryPoints: [ENTRY],
    bundle: true,
    write: false,
    outfile: join(folder, 'server.mjs'),
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    sourcemap: 'inline',
    sourcesContent: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [ownUrls],
  })
  let inputs
  let count = 0
  return {
    uses: (paths) =>
      paths.some((path) =>
        inputs ? inputs.has(path) || path.startsWith(MIGRATIONS) : /^(src|demo-host|cdn)\//.test(path),
      ),
    /** @returns the file to load and the packages that it imports. @throws the failure of esbuild */
    async build() {
      inputs = undefined
      const { outputFiles, metafile } = await bundler.rebuild()
      inputs = new Set(Object.keys(metafile.inputs))
      count += 1
      // A module is loaded once per URL; the previous version is kept, because its server may have to load more of it.
      const file = join(folder, `server-${process.pid}-${count}.mjs`)
      await writeFile(file, outputFiles[0].contents)
      await rm(join(folder, `server-${process.pid}-${count - 2}.mjs`), { force: true })
      return { file, packages: packagesOf(metafile) }
    },
    dispose: () => bundler.dispose(),
  }
}
