import { isRecord, parseJson } from './safe-json.ts'

/** What a script element takes as its URL or its text: a string, or its trusted form. */
type Trusted = string

interface Rules {
  createScript(text: string): string
  createScriptURL(url: string): string
  createHTML(html: string): string
}

interface Factory {
  createPolicy(name: string, rules: Rules): Rules
}

/** A name can be given once per page; loader, modules and a second copy of them share the policy. */
const SHARED = Symbol.for('front-entry.trusted-scripts')

const refuse = (what: string): never => {
  throw new TypeError(`The policy 'front-entry' does not let ${what} through`)
}

const ACTIVE =
  /<\s*\/?\s*(script|iframe|object|embed|base|link|svg|math|form)\b|<[^>]*[\s/"'](on\w+|srcdoc|http-equiv)\s*=|javascript:/i

/** Whether nothing in an HTML document could run; the policy is open to the whole page, so that the frame's sandbox isn't enough. */
export const isPlainDocument = (html: string): boolean => !ACTIVE.test(html)

/** An import map's integrity list is the only text, https (http on this machine) the only kind of URL. */
const rules: Rules = {
  createScript: (text) => (isRecord(parseJson(text)) ? text : refuse('this text')),
  createScriptURL(url) {
    const { protocol, hostname } = new URL(url)
    const isLocal = protocol === 'http:' && (hostname === 'localhost' || hostname.endsWith('.localhost'))
    return protocol === 'https:' || isLocal ? url : refuse(protocol)
  },
  createHTML: (html) => (isPlainDocument(html) ? html : refuse('this document')),
}

const policy = (): Rules => {
  const factory = (globalThis as { trustedTypes?: Factory & { [SHARED]?: Rules } }).trustedTypes
  if (!factory) return rules
  const made = factory[SHARED] ?? factory.createPolicy('front-entry', rules)
  if (!factory[SHARED]) Object.defineProperty(factory, SHARED, { value: made })
  return made
}

/** The text of an import map. @throws TypeError for any other text */
export const trustedImportMap = (text: string): Trusted => policy().createScript(text)

/** @throws TypeError for a URL that is neither https nor on this machine */
const trustedScriptUrl = (url: string): Trusted => policy().createScriptURL(url)

/** The nonce of any script of the page: what we add runs under the same policy. */
export const pageNonce = (): string => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''

/** A document for the `srcdoc` of a frame with an empty `sandbox`. @throws TypeError unless `isPlainDocument` */
export const trustedDocument = (html: string): Trusted => policy().createHTML(html)

/** Adds a classic script to the page; rejects when it cannot be loaded. */
export const addScript = (url: string): Promise<HTMLScriptElement> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.nonce = pageNonce()
    script.async = true
    script.src = trustedScriptUrl(url)
    script.addEventListener('load', () => resolve(script))
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`The script ${new URL(url).origin} could not be loaded`))
    })
    document.head.append(script)
  })
