import { closeServer, listen } from '../../../src/serve/listen.ts'

export interface StaticSite {
  origin: string
  /** Every request for a page, by method and path. */
  requests: string[]
  /** Serves these files from now on; every other path returns 404. */
  serve(files: Readonly<Record<string, string>>): void
  close(): Promise<void>
}

/** Opens a server that sends files unchanged, without a fallback to a start page. */
export const openStaticSite = async (port: number): Promise<StaticSite> => {
  let served: Readonly<Record<string, string>> = {}
  const requests: string[] = []
  const server = await listen((request, response) => {
    const { pathname } = new URL(`http://localhost${request.url ?? '/'}`)
    const file = served[pathname === '/' ? '/index.html' : pathname]
    requests.push(`${request.method} ${pathname}`)
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': 'text/html', 'cache-control': 'no-store' })
    response.end(request.method === 'HEAD' ? undefined : (file ?? 'Not found'))
  }, port)
  return {
    origin: `http://localhost:${port}`,
    requests,
    serve(files) {
      served = files
    },
    close: () => closeServer(server),
  }
}
