import { isRecord, parseJson } from './safe-json.ts'

/** A script element's URL or text: a string, or its trusted form. */
type Trusted = string

interface Rules {
  createScript(text: string): string
  createScriptURL(url: string): string
  createHTML(html: string): string
}

interface Factory {
  createPolicy(name: string, rules: Rules): Rules
}

/** A policy name can be used once per page, so the loader, the modules and a second copy of them share the policy. */
const SHARED = Symbol.for('front-entry.trusted-scripts')

const refuse = (what: string): never => {
  throw new TypeError(`The policy 'front-entry' does not let ${what} through`)
}

const ACTIVE =
  /<\s*\/?\s*(script|iframe|object|embed|base|link|svg|math|form)\b|<[^>]*[\s/"'](on\w+|srcdoc|http-equiv)\s*=|javascript:/i

/**
 * Returns whether an HTML document contains nothing that could run. The whole page can use the policy, so the frame's
 * sandbox isn't enough.
 */
export const isPlainDocument = (html: string): boolean => !ACTIVE.test(html)

/**
 * Rules of the policy: the only text is an import map's integrity list, the only URLs are https (http on this machine).
 */
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

/** Returns an import map's text in trusted form. @throws TypeError for any other text */
export const trustedImportMap = (text: string): Trusted => policy().createScript(text)

/**
 * Returns a URL in trusted form.
 * @throws TypeError for a URL that is neither https nor on this machine
 */
const trustedScriptUrl = (url: string): Trusted => policy().createScriptURL(url)

/** Returns the nonce of any script of the page, because scripts that we add run under the same policy. */
export const pageNonce = (): string => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''

/**
 * Returns a document in trusted form, for the `srcdoc` of a frame with an empty `sandbox`.
 * @throws TypeError unless `isPlainDocument`
 */
export const trustedDocument = (html: string): Trusted => policy().createHTML(html)

/** Adds a classic script to the page; rejects when it cannot be loaded, or doesn't match `integrity`. */
export const addScript = (url: string, integrity?: string): Promise<HTMLScriptElement> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.nonce = pageNonce()
    script.async = true
    if (integrity) {
      script.crossOrigin = 'anonymous'
      script.integrity = integrity
    }
    script.src = trustedScriptUrl(url)
    script.addEventListener('load', () => resolve(script))
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`The script ${new URL(url).origin} could not be loaded`))
    })
    document.head.append(script)
  })
