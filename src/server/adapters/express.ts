import type { FrontEntryServer } from '../front-entry-server.ts'
import type { GateOptions } from '../gate.ts'
import type { ServerSession } from '../resolve.ts'
import { admit } from './admit.ts'
import { addCookies, type NodeRequest, type NodeResponse, sendResponse, toRequest } from './node-http.ts'

/** Fields that the middleware adds to the request. */
export interface ExpressRequestSession {
  /** `undefined` when signed out. */
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
 * Returns Express middleware that handles the paths of Front Entry and sets `request.frontEntry` for later handlers.
 * Add it first; it works with and without body parsers before it.
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
 * Returns Express middleware that lets only signed-in users through to later handlers; changes must come from a page of
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
