import { nextMiddleware } from 'front-entry/server'
import { type NextRequest, NextResponse } from 'next/server'
import { frontEntry } from './lib/server'

const isProtected = (pathname: string) => pathname.startsWith('/reports')

/** Handles sign-in, sign-out and the API proxy; renews an expired session before a page is rendered. */
export const middleware = (request: NextRequest) => nextMiddleware(frontEntry(), NextResponse, { isProtected })(request)

export const config = { matcher: ['/((?!_next/static|_next/image|favicon.ico).*)'] }
