export const CLIENT_ID = '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58'

/** Origins of the servers of a page. */
export interface Origins {
  /** The server of the page itself. */
  host: string
  api: string
  cdn: string
  /** The identity provider, which is a server without an API. */
  idp: string
}

/** One mistake in setting up Front Entry, and the one message that names the fix. */
export interface SetupFault {
  title: string
  message(origins: Origins): RegExp
  /** Start of the document. @default the doctype and the width of phones */
  lead?: string
  /** Start of the head. */
  head?: string
  /** The script tags. @default the loader of this release */
  scripts?(origins: Origins): string
  /** Markup below the script tags. @default a placed login box */
  markup?: string
  /** The call of `init`, as a script. @default the right one */
  start?(origins: Origins): string
  /** URL of the page. @default a page of the demo host */
  url?(origins: Origins): string
  /** Content Security Policy of the page. */
  policy?(origins: Origins): string
  /** Whether the page is opened inside a sandboxed frame. */
  sandbox?: boolean
  /** Name of the element that the user presses once the box is rendered. */
  press?: string
  /** Whether a user signs in once the box is rendered. */
  signsIn?: boolean
  /** Whether an alert precedes the error with the same text, as the contract of `init` requires. */
  isAlerted?: boolean
  /**
   * Whether end-to-end tests always open a page with this fault of options or markup: `only` if no less than a page
   * shows the message, `too` for one of each kind that a browser test checks. @default `npm run prove` opens it
   */
  opened?: 'only' | 'too'
}

export const init = (options: string) => () => `fe.init(${options})`
export const contextOf = (baseUrl: string, clientId = CLIENT_ID) =>
  `contextOptions: { baseUrl: '${baseUrl}', clientId: '${clientId}' }`
export const withContext =
  (more: string) =>
  ({ api }: Origins) =>
    `fe.init({ ${contextOf(api)}, ${more} })`
export const at = (baseUrl: (origins: Origins) => string) => (origins: Origins) =>
  `fe.init({ ${contextOf(baseUrl(origins))} })`
export const box = (attributes: string) => `<fe-login-box ${attributes}></fe-login-box>`
export const none = () => ''
const escaped = (url: string) => url.replace(/[.[\]]/g, '\\$&')
export const says = (text: RegExp) => () => text
export const naming = (text: (origins: Origins) => string) => (origins: Origins) => new RegExp(escaped(text(origins)))
export const allowing = (origin: string) => naming(() => `start it with ALLOWED_ORIGINS=${origin}`)
