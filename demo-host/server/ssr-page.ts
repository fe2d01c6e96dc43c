import type { ServerSession, UserData } from '../../src/server/index.ts'
import { escapeHtml } from './html.ts'

/** The visitor of a page, and the page. */
export type Visitor =
  | { page: 'home'; session: ServerSession | undefined }
  | { page: 'profile'; session: ServerSession; data: UserData | undefined }

const row = (name: string, value: string) =>
  `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`

const table = (rows: readonly (readonly [string, string])[]) =>
  `<div class="scroll"><table><tbody>${rows.map(([name, value]) => row(name, value)).join('')}</tbody></table></div>`

const listOf = (value: unknown): string => (Array.isArray(value) && value.length > 0 ? value.join(', ') : 'none')

const timeOf = (seconds: number | undefined): string => (seconds ? new Date(seconds * 1_000).toISOString() : 'unknown')

const sessionTable = ({ user, expiresAt }: ServerSession) =>
  table([
    ['Email', user.email ?? user.sub],
    ['Account', user.tenantId ?? 'none'],
    ['Roles', listOf(user.roles)],
    ['Access token issued', timeOf(user.iat)],
    ['Access token ends', timeOf(expiresAt)],
  ])

const bar = (session: ServerSession | undefined) =>
  session
    ? `<span role="status">Signed in as ${escapeHtml(session.user.email ?? '')}</span>
      <form method="post" action="/account/logout"><button type="submit">Sign out</button></form>`
    : '<a href="/account/login?redirectUrl=%2Fssr">Sign in</a>'

const homeOf = (session: ServerSession | undefined) => `
      <h1>Rendered on the server</h1>
      <p class="lead">This page has no script. The server reads a sealed cookie that only it can open, and renews the session when its token has ended.</p>
      ${session ? `${sessionTable(session)}<p><a href="/ssr/profile">Your profile</a>, for signed-in users only</p>` : '<p>No one is signed in. <a href="/ssr/profile">The profile page</a> asks for it.</p>'}`

const profileOf = (data: UserData | undefined) => `
      <h1>Your profile</h1>
      <p class="lead">Loaded from the API by the server, with the token in the cookie.</p>
      ${
        data
          ? table([
              ['Name', data.user.name],
              ['Email', data.user.email],
              ['Account', data.activeTenant.name],
              ['Accounts', data.tenants.map(({ name }) => name).join(', ')],
              ['Roles', data.user.roles.map(({ name }) => name).join(', ')],
            ])
          : '<p>The API did not respond. <a href="/ssr/profile">Try again</a></p>'
      }
      <p><a href="/ssr">Back</a></p>`

/** Renders the whole page; all external values are escaped. */
export const ssrPage = (visitor: Visitor): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${visitor.page === 'home' ? 'Server-rendered' : 'Profile'} · Front Entry demo</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/demo.css">
  </head>
  <body>
    <div class="bar"><a href="/">Demo host</a>${bar(visitor.session)}</div>
    <main>${visitor.page === 'home' ? homeOf(visitor.session) : profileOf(visitor.data)}
    </main>
  </body>
</html>
`
