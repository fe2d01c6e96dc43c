import { authorization } from '../../../contract/authorization.ts'
import type { Ports } from '../../ports.ts'
import { escapeMarkup } from '../mail/shown-text.ts'
import { LOGIN_BASENAME } from './redirects.ts'

/** Formats JSON for a script element, so that nothing in it can end the element. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

export interface Page {
  html: string
  /** The `Content-Security-Policy`, which allows only what the page does. */
  policy: string
}

const FRAMELESS = "frame-ancestors 'none'"
const SHARED = ["base-uri 'none'", FRAMELESS]

const page = (title: string, head: string, body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="color-scheme" content="light dark">
    <title>${escapeMarkup(title)}</title>
    <link rel="icon" href="data:,">
    ${head}
  </head>
  <body>
    ${body}
  </body>
</html>
`

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; color: light-dark(#14171f, #eceef4); background: light-dark(#f6f7fa, #0f1117) }
body { margin: 0; min-height: 100vh; display: grid; place-items: center }
main { width: min(26rem, 100% - 2rem); box-sizing: border-box; padding: 2rem; border-radius: 16px; background: light-dark(#fff, #171a22); border: 1px solid light-dark(#e3e6ee, #2a2f3b) }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 .5rem; letter-spacing: -.01em; text-wrap: balance } p { margin: 0 0 1.5rem; color: light-dark(#5b6272, #a0a7b8) }
form { display: grid; gap: .75rem; margin: 0 } a, button { box-sizing: border-box; display: block; width: 100%; min-height: 44px; font: inherit; font-weight: 600; line-height: 1.25; padding: .65rem 1rem; border-radius: 10px; text-align: center; text-decoration: none; cursor: pointer; border: 1px solid light-dark(#d3d8e4, #39404f); background: transparent; color: inherit }
.go { background: light-dark(#4338ca, #a5a0ff); border-color: transparent; color: light-dark(#fff, #12131a) }
:focus-visible { outline: 2px solid light-dark(#4338ca, #a5a0ff); outline-offset: 2px }
`

/** Returns a page without scripts. */
export const plain = (title: string, nonce: string, body: string): Page => ({
  html: page(title, `<style nonce="${nonce}">${STYLE}</style>`, `<main>${body}</main>`),
  policy: ["default-src 'none'", `style-src 'nonce-${nonce}'`, 'img-src data:', ...SHARED].join('; '),
})

/** Returns a page with the reason why the user is not redirected, and a link to the application. */
export const refusalPage = ({ config, random }: Ports, reason: string): Page =>
  plain(
    'Sign-in cannot start',
    random.token(16),
    `<h1>Sign-in cannot start</h1><p>${escapeMarkup(reason)}</p><a class="go" href="${escapeMarkup(config.appUrl)}">Go to the application</a>`,
  )

export const signedOutPage = ({ config, random }: Ports): Page =>
  plain(
    'You’re signed out',
    random.token(16),
    `<h1>You’re signed out</h1><p>You can close this page.</p><a class="go" href="${escapeMarkup(config.appUrl)}">Go to the application</a>`,
  )

export const hidden = (fields: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(fields)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `<input type="hidden" name="${escapeMarkup(name)}" value="${escapeMarkup(value)}">`)
    .join('')

/** Returns a page that posts fields to another origin with a form that submits itself (SAML Bindings 3.5). */
const posting = (
  { random }: Ports,
  { url, fields, title, text }: { url: string; fields: Readonly<Record<string, string>>; title: string; text: string },
): Page => {
  const nonce = random.token(16)
  const { html, policy } = plain(
    title,
    nonce,
    `<h1>${title}</h1><p>${text}</p>
    <form method="post" action="${escapeMarkup(url)}">${hidden(fields)}<button class="go">Continue</button></form>
    <script nonce="${nonce}">document.forms[0].submit()</script>`,
  )
  return { html, policy: `${policy}; script-src 'nonce-${nonce}'` }
}

export const postPage = (ports: Ports, url: string, fields: Readonly<Record<string, string>>): Page =>
  posting(ports, { url, fields, title: 'Signing out', text: 'Redirecting to your identity provider.' })

interface PostBack {
  url: string
  fields: Readonly<Record<string, string>>
  /** URLs of the provider, one of which shows the frame. */
  framedBy: readonly string[]
}

/**
 * Returns the same page for a response to the provider, whose own pages may frame it: some providers end the sessions of
 * all applications at once, in frames. Browsers then ignore `X-Frame-Options` (CSP Level 3 §6.4.2).
 */
export const postBackPage = (ports: Ports, { url, fields, framedBy }: PostBack): Page => {
  const { html, policy } = postPage(ports, url, fields)
  const origins = framedBy.filter((each) => URL.canParse(each)).map((each) => new URL(each).origin)
  return { html, policy: policy.replace(FRAMELESS, `frame-ancestors ${[...new Set(origins)].join(' ')}`) }
}

/**
 * Returns a page for the OAuth 2.0 Form Post Response Mode, in which the application receives the response in a body,
 * so that it isn't logged.
 */
export const responsePage = (ports: Ports, url: string, fields: Readonly<Record<string, string>>): Page =>
  posting(ports, { url, fields, title: 'Signing in', text: 'Redirecting to the application.' })

/** Returns a page with the reason why a sign-out isn’t complete, here or at the identity provider. */
export const signOutProblemPage = ({ config, random }: Ports, reason: string): Page =>
  plain(
    'Sign-out isn’t complete',
    random.token(16),
    `<h1>Sign-out isn’t complete</h1><p>${escapeMarkup(reason)}</p><a class="go" href="${escapeMarkup(config.appUrl)}">Go to the application</a>`,
  )

/** Returns a page that asks users to confirm, so that a foreign page can't sign them out. */
export const confirmLogoutPage = (
  { config, random }: Ports,
  fields: Readonly<Record<string, string | undefined>>,
): Page => {
  const { html, policy } = plain(
    'Sign out?',
    random.token(16),
    `<h1>Sign out?</h1><p>This ends your session in this browser.</p>
    <form method="post" action="${authorization.confirmLogout.path}">${hidden(fields)}<button class="go">Sign out</button><a href="${escapeMarkup(config.appUrl)}">Stay signed in</a></form>`,
  )
  return { html, policy }
}

/** Screens that need to know which user is signed in already. */
const WITH_SESSION = ['step-up', 'logout', 'impersonate']

/** Returns the page of our own login box on the API's origin; its code is loaded from the CDN. */
export const loginPage = ({ config, random }: Ports, screen: string): Page | undefined => {
  if (!config.loginScript) return undefined
  const nonce = random.token(16)
  const options = {
    contextOptions: { baseUrl: config.apiUrl, clientId: config.clientId },
    basename: LOGIN_BASENAME,
    authOptions: {
      allowedRedirectOrigins: [config.appUrl],
      ignoreExistingSession: !WITH_SESSION.includes(screen),
    },
  }
  return {
    html: page(
      'Sign in',
      `<script nonce="${nonce}" src="${escapeMarkup(config.loginScript)}" crossorigin="anonymous"></script>`,
      `<noscript>Signing in needs JavaScript.</noscript>
    <script nonce="${nonce}">fe.init(${scriptJson(options)})</script>`,
    ),
    policy: [
      "default-src 'none'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      "connect-src 'self'",
      "img-src 'self' data: https:",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types front-entry',
      ...SHARED,
    ].join('; '),
  }
}
