import type { FrontEntryServer } from '../front-entry-server.ts'
import type { GateOptions } from '../gate.ts'
import type { ServerSession } from '../resolve.ts'

export interface Admitted {
  session: ServerSession | undefined
  /** What to answer when there is no session; with one, its cookies and cache headers. */
  answer: Response
}

/** The gate as a question, for frameworks whose handlers are not functions from request to answer. */
export const admit = async (server: FrontEntryServer, request: Request, options?: GateOptions): Promise<Admitted> => {
  let admitted: ServerSession | undefined
  const enter = server.withSession((_request, session) => {
    admitted = session
    return new Response(null, { status: 204 })
  }, options)
  const answer = await enter(request)
  return { session: admitted, answer }
}
