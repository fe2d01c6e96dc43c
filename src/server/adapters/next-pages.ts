import type { FrontEntryServer } from '../front-entry-server.ts'
import type { ServerSession } from '../resolve.ts'
import { refusal } from '../responses.ts'
import { addCookies, type NodeRequest, type NodeResponse, sendResponse, toRequest } from './node-http.ts'

/**
 * Returns a Next.js API route (pages directory) that handles the paths of Front Entry, for
 * `pages/api/frontegg/[...path].ts`. It works with and without Next's body parser.
 *
 * @example const handler = nextApiHandler(server)
 */
export const nextApiHandler =
  (server: FrontEntryServer) =>
  async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const result = await server.handle(toRequest(request, server.origin))
    await sendResponse(result ?? refusal(404, 'Not found'), response)
  }

interface SsrContext {
  req: NodeRequest
  res: NodeResponse
  /** Path and query without the parts that Next.js adds to data requests. */
  resolvedUrl: string
}

interface Redirect {
  redirect: { destination: string; permanent: false }
}

/**
 * Returns `getServerSideProps` (Next.js, pages directory) for signed-in users; all others are redirected to the login
 * page and back.
 *
 * @example const getServerSideProps = withSsrSession(server, async (_context, { user }) => ({ props: { email: user.email ?? '' } }))
 */
export const withSsrSession =
  <Context extends SsrContext, Result>(
    server: FrontEntryServer,
    handler: (context: Context, session: ServerSession) => Result | Promise<Result>,
  ) =>
  async (context: Context): Promise<Result | Redirect> => {
    const { session, setCookies } = await server.resolve(toRequest(context.req, server.origin))
    addCookies(context.res, setCookies)
    if (session) return handler(context, session)
    return { redirect: { destination: server.loginUrl(context.resolvedUrl), permanent: false } }
  }
