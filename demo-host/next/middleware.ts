import { nextMiddleware } from 'front-entry/server'
import { type NextRequest, NextResponse } from 'next/server'
import { frontEntry } from './lib/server'

const isProtected = (pathname: string) => pathname.startsWith('/reports')

/** Sign-in, sign-out and the API proxy; an ended session is renewed before a page is drawn. */
export const middleware = (request: NextRequest) => nextMiddleware(frontEntry(), NextResponse, { isProtected })(request)

export const config = { matcher: ['/((?!_next/static|_next/image|favicon.ico).*)'] }
