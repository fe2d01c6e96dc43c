import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rollup } from 'rollup'
import { writeManifest } from '../../../cdn/manifest.mjs'
import { browserBuild, outputFolder } from '../../../rollup.config.mjs'
import { root, version } from '../project.mjs'

const BARE_FILE = 'bare-form.js'

/** Builds the comparison with the configuration and the minifier of the release. */
const buildBareForm = async (folder) => {
  const config = browserBuild('undefined')
  const bundle = await rollup({
    ...config,
    input: { 'bare-form': join(root, 'demo-host/scripts/bench/bare-form.tsx') },
  })
  const { entryFileNames, chunkFileNames, format, generatedCode } = config.output
  await bundle.write({ dir: folder, entryFileNames, chunkFileNames, format, generatedCode, inlineDynamicImports: true })
  await bundle.close()
  return (await writeManifest(folder, version, { loginPath: [], tagPath: [] })).files
}

const bodyOf = async (name, { cdn }) =>
  (await readFile(join(root, 'demo-host/scripts/bench', name), 'utf8')).replaceAll('http://localhost:3001', cdn)

/** Starts host pages, CDN and API of the demo, each at its own origin, and the bare form. */
export const startServers = async (port, releaseFolder = outputFolder) => {
  const [{ createPages }, { createCdn }, { createApi }, { closeServer, listen }] = await Promise.all([
    import('../../server/pages.ts'),
    import('../../../src/serve/cdn.ts'),
    import('../../../src/serve/api.ts'),
    import('../../../src/serve/listen.ts'),
  ])
  const { openNodeBackend } = await import('../../../src/backend/node.ts')
  const folder = await mkdtemp(join(tmpdir(), 'front-entry-bench-'))
  await buildBareForm(folder)
  const origins = {
    host: `http://localhost:${port}`,
    cdn: `http://localhost:${port + 1}`,
    api: `http://localhost:${port + 2}`,
  }
  const backend = await openNodeBackend({ apiUrl: origins.api, appUrl: origins.host, seed: true })
  const pages = createPages(join(root, 'demo-host/pages'), origins, { store: backend.store })
  const release = createCdn(releaseFolder, version)
  const bare = createCdn(folder, version)
  const page = await bodyOf('bare.html', origins)
  const host = (request, response) =>
    request.url === '/bare'
      ? response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page)
      : pages(request, response)
  const cdn = (request, response) => (request.url.endsWith(`/${BARE_FILE}`) ? bare : release)(request, response)
  const open = [
    await listen(host, port),
    await listen(cdn, port + 1),
    await listen(createApi(backend.fetch, origins.api), port + 2),
  ]
  return {
    origins,
    async close() {
      await Promise.all(open.map(closeServer))
      await backend.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
