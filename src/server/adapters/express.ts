import type { FrontEntryServer } from '../front-entry-server.ts'
import type { GateOptions } from '../gate.ts'
import type { ServerSession } from '../resolve.ts'
import { admit } from './admit.ts'
import { addCookies, type NodeRequest, type NodeResponse, sendResponse, toRequest } from './node-http.ts'

/** What the middleware leaves on the request. */
export interface ExpressRequestSession {
  /** `undefined`: signed out. */
  frontEntry?: ServerSession
}

declare global {
  namespace Express {
    interface Request extends ExpressRequestSession {}
  }
}

type ExpressRequest = NodeRequest & ExpressRequestSession
type Next = (error?: unknown) => void
type Middleware = (request: ExpressRequest, response: NodeResponse, next: Next) => void

const middleware =
  (work: (request: ExpressRequest, response: NodeResponse, standard: Request) => Promise<boolean>) =>
  (origin: string): Middleware =>
  (request, response, next) => {
    work(request, response, toRequest(request, origin)).then(
      (goesOn) => goesOn && next(),
      (error: unknown) => next(error),
    )
  }

/**
 * Express: handles the paths of Front Entry and leaves `request.frontEntry` for everything behind it. Put it first: it
 * works with and without body parsers before it.
 *
 * @example
 * import express from 'express'
 * const app = express()
 * app.use(expressSession(server))
 * app.get('/', (request, response) => {
 *   response.send(request.frontEntry?.user.email ?? 'No one')
 * })
 */
export const expressSession = (server: FrontEntryServer): Middleware =>
  middleware(async (request, response, standard) => {
    const result = await server.handle(standard)
    if (result) {
      await sendResponse(result, response)
      return false
    }
    const { session, setCookies } = await server.resolve(standard)
    request.frontEntry = session
    addCookies(response, setCookies)
    return true
  })(server.origin)

/**
 * Express: lets only signed-in users through to the handlers behind it; changes must come from a page of
 * this app.
 *
 * @example
 * import express from 'express'
 * express().get('/reports', expressGate(server), (_request, response) => { response.send('Figures') })
 */
export const expressGate = (server: FrontEntryServer, options?: GateOptions): Middleware =>
  middleware(async (request, response, standard) => {
    const { session, response: result } = await admit(server, standard, options)
    if (!session) {
      await sendResponse(result, response)
      return false
    }
    request.frontEntry = session
    addCookies(response, result.headers.getSetCookie())
    return true
  })(server.origin)
