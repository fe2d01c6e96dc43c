import { addScript } from '../../kernel/trusted-scripts.ts'

/** The page's Content Security Policy refused a script. The message, for developers, says what to add to it. */
export class RefusedScriptError extends Error {
  override name = 'RefusedScriptError'
}

/**
 * Returns whether the page refuses our Trusted Types policy. If the policy refuses a URL instead, the error message
 * begins with the name of the policy.
 */
const isPolicyRefused = (cause: unknown): boolean =>
  cause instanceof TypeError && 'trustedTypes' in globalThis && !cause.message.startsWith("The policy 'front-entry'")

/**
 * Returns what a policy must allow for scripts of this origin. The first of these directives that it has decides (CSP
 * Level 3 §6.8.3), so a new `script-src` must repeat the sources of `default-src`.
 */
const missingIn = (policy: string, origin: string): string => {
  const names = policy.split(';').map((directive) => directive.trim().toLowerCase().split(/\s/)[0])
  const own = ['script-src-elem', 'script-src'].find((name) => names.includes(name))
  return own ? `${origin} to ${own}` : `${origin} and the sources of default-src to script-src`
}

/**
 * Adds the script of another company, such as a captcha.
 *
 * @throws RefusedScriptError when the page's Content Security Policy refuses it
 */
export const addVendorScript = async (url: string): Promise<HTMLScriptElement> => {
  const { origin } = new URL(url)
  let refused: string | undefined
  const note = (event: SecurityPolicyViolationEvent) => {
    const { blockedURI, disposition, effectiveDirective, originalPolicy } = event
    // A policy that only reports blocks nothing, so something else stopped the script.
    if (disposition !== 'enforce' || !blockedURI.startsWith(origin) || !effectiveDirective.startsWith('script-src'))
      return
    refused = missingIn(originalPolicy, origin)
  }
  document.addEventListener('securitypolicyviolation', note)
  try {
    return await addScript(url)
  } catch (cause) {
    const missing = refused ?? (isPolicyRefused(cause) && "'front-entry' to trusted-types")
    if (!missing) throw cause
    throw new RefusedScriptError(`Add ${missing} in the page's Content Security Policy.`, { cause })
  } finally {
    document.removeEventListener('securitypolicyviolation', note)
  }
}
