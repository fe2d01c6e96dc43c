import { join } from 'node:path'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import { root } from '../demo-host/scripts/project.mjs'

/** Writes one declaration file per entry. */
export const writeTypes = async (entries, folder) => {
  const bundle = await rollup({
    input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)])),
    external: (id) => !id.startsWith('.') && !id.startsWith('/'),
    plugins: [
      { name: 'no-css', load: (id) => (id.endsWith('.css') ? 'declare const css: string; export default css' : null) },
      dts({
        tsconfig: join(root, 'tsconfig.json'),
        respectExternal: false,
        compilerOptions: { noEmit: false, declaration: true, skipLibCheck: true },
      }),
    ],
    onwarn: () => undefined,
  })
  await bundle.write({
    dir: folder,
    format: 'es',
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'types/[name]-[hash].d.ts',
  })
  await bundle.close()
}
