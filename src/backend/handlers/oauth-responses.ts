import type { Caller, Reply } from '../call/caller.ts'
import type { Page } from '../domain/oauth/oauth-pages.ts'

/** Returns one of our pages as the response to a navigation. */
export const show = (reply: Reply, { html, policy }: Page, status = 200): string => {
  reply.status = status
  reply.headers.set('Content-Type', 'text/html; charset=utf-8')
  reply.headers.set('Content-Security-Policy', policy)
  return html
}

export const leaveFor = (reply: Reply, url: string): void => {
  reply.status = 302
  reply.headers.set('Location', url)
}

/** Returns whether a page's script sent the request, instead of a navigation (Fetch Metadata). */
export const isFetch = (caller: Caller): boolean => {
  const mode = caller.header('sec-fetch-mode')
  return mode === undefined ? caller.origin !== undefined : mode === 'cors' || mode === 'same-origin'
}
