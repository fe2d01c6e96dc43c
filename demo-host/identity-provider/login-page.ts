import { escapeHtml } from '../server/html.ts'
import type { DirectoryUser } from './directory.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f4f1ea, #1c1a17) }
main { width: min(26rem, 100% - 2rem); box-sizing: border-box; margin: 2rem auto; padding: 2rem; border-radius: 4px;
  background: light-dark(#fff, #26231f); border: 1px solid light-dark(#dcd5c7, #3d382f); border-top: 4px solid #a4552b }
h1 { font-size: 1.25rem; margin: 0 } p { margin: .25rem 0 1.25rem; color: light-dark(#5f584c, #b8b0a2) }
form { display: grid; gap: .5rem; margin: 0 0 1rem }
button { font: inherit; padding: .6rem .8rem; text-align: start; border-radius: 4px; cursor: pointer;
  background: light-dark(#faf8f4, #2e2a25); border: 1px solid light-dark(#cfc6b5, #4a443a); color: inherit }
button.go { background: #8a4522; color: #fff; border-color: #8a4522; text-align: center }
small { display: block; color: light-dark(#6b6457, #aaa294) }
label { display: grid; gap: .25rem; font-size: .875rem } label.row { display: flex; align-items: center; gap: .5rem }
input:not([type=checkbox]), textarea { font: inherit; padding: .5rem; border-radius: 4px; border: 1px solid light-dark(#8b8272, #7a7264);
  background: transparent; color: inherit }
h2 { font-size: .9rem; margin: 1.25rem 0 .5rem } a { color: light-dark(#8a4522, #e0a07a) }
`

/** Renders a page of the foreign provider; it looks different from the login box on purpose. */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:,">
    <style>${STYLE}</style>
  </head>
  <body><main>${body}</main></body>
</html>
`

const hidden = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')

const userButton = ({ sub, name, email, emailVerified }: DirectoryUser) =>
  `<button name="sub" value="${escapeHtml(sub)}">${escapeHtml(name)}<small>${escapeHtml(email)}${emailVerified ? '' : ', not verified'}</small></button>`

interface LoginPageProps {
  /** URL that the choice is sent to. */
  action: string
  /** Name of the application that requests the sign-in. */
  application: string
  users: readonly DirectoryUser[]
  /** Email of the expected user. */
  hint: string
  fields?: Readonly<Record<string, string>>
}

/** Has no password field: this provider simulates one where the user has already signed in. */
export const loginPage = ({ action, application, users, hint, fields = {} }: LoginPageProps): string =>
  page(
    'Foreign identity provider',
    `<h1>Foreign identity provider</h1>
    <p>${escapeHtml(application)} asks who you are.</p>
    <form method="post" action="${escapeHtml(action)}">${hidden(fields)}${users.map(userButton).join('')}</form>
    <h2>Another user</h2>
    <form method="post" action="${escapeHtml(action)}">${hidden(fields)}
      <label>Email <input name="email" type="email" required value="${escapeHtml(hint)}" autocomplete="email"></label>
      <label>Name <input name="name" required autocomplete="name"></label>
      <label class="row"><input name="verified" type="checkbox" value="yes" checked> The email is verified</label>
      <button class="go">Sign in as this user</button>
    </form>
    <form method="post" action="${escapeHtml(action)}">${hidden(fields)}<button name="cancel" value="yes">Cancel and go back</button></form>`,
  )

/** Sends values to another origin by a form that submits itself (SAML Bindings 3.5). */
export const formPost = (action: string, fields: Readonly<Record<string, string>>, nonce: string): string =>
  page(
    'Signing in',
    `<p>Taking you back.</p>
    <form method="post" action="${escapeHtml(action)}">${hidden(fields)}<button class="go">Continue</button></form>
    <script nonce="${nonce}">document.forms[0].submit()</script>`,
  )
