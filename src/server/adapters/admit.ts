import type { FrontEntryServer } from '../front-entry-server.ts'
import type { GateOptions } from '../gate.ts'
import type { ServerSession } from '../resolve.ts'

interface Admitted {
  session: ServerSession | undefined
  /** The response for a request without a session; with a session, it holds the cookies and cache headers. */
  response: Response
}

/** Runs the gate as a function of the request, for frameworks whose handlers do not return a response. */
export const admit = async (server: FrontEntryServer, request: Request, options?: GateOptions): Promise<Admitted> => {
  let admitted: ServerSession | undefined
  const enter = server.withSession((_request, session) => {
    admitted = session
    return new Response(null, { status: 204 })
  }, options)
  const response = await enter(request)
  return { session: admitted, response }
}
