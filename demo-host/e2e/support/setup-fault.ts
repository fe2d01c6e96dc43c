import { version } from '../../scripts/project.mjs'
import type { DemoHost } from '../../server/demo-host.ts'

export const CLIENT_ID = '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58'

type Origins = DemoHost['origins']

/** One way to set Front Entry up wrong, and the one message that names the fix. */
export interface SetupFault {
  title: string
  message(origins: Origins): RegExp
  /** What comes before everything else. @default the doctype and the width of phones */
  lead?: string
  /** In the head, before everything else. */
  head?: string
  /** The script tags. @default the loader of this release */
  scripts?(origins: Origins): string
  /** Below the script tags. @default a placed login box */
  markup?: string
  /** The call of `init`, as a script. @default the right one */
  start?(origins: Origins): string
  /** URL of the page. @default a page of the demo host */
  url?(origins: Origins): string
  /** Content Security Policy of the page. */
  policy?(origins: Origins): string
  /** The page is opened inside a sandboxed frame. */
  sandbox?: boolean
  /** What the user presses once the box is drawn. */
  press?: string
  /** A user signs in once the box is drawn. */
  signsIn?: boolean
  /** By the contract of `init`, an alert comes before the error that it throws with the same text. */
  isAlerted?: boolean
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
export const tag = (src: string, attributes = '') =>
  `<script src="${src}" crossorigin="anonymous" ${attributes}></script>`
export const loader =
  (attributes: string) =>
  ({ cdn }: Origins) =>
    tag(`${cdn}/${version}/fe.umd.js`, attributes)
const escaped = (url: string) => url.replace(/[.[\]]/g, '\\$&')
export const says = (text: RegExp) => () => text
export const naming = (text: (origins: Origins) => string) => (origins: Origins) => new RegExp(escaped(text(origins)))
export const allowing = (origin: string) => naming(() => `start it with ALLOWED_ORIGINS=${origin}`)
