import { addScript } from '../../kernel/trusted-scripts.ts'

/** The page's Content Security Policy refused a script. The message, for developers, says what to add to it. */
export class RefusedScriptError extends Error {
  override name = 'RefusedScriptError'
}

/** Returns whether the page doesn't let us have a policy; a policy that refuses a URL names itself first. */
const isPolicyRefused = (cause: unknown): boolean =>
  cause instanceof TypeError && 'trustedTypes' in globalThis && !cause.message.startsWith("The policy 'front-entry'")

/**
 * Adds the script of another company, such as a captcha.
 *
 * @throws RefusedScriptError when the page's Content Security Policy refuses it
 */
export const addVendorScript = async (url: string): Promise<HTMLScriptElement> => {
  const { origin } = new URL(url)
  let directive: string | undefined
  const note = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (blockedURI.startsWith(origin)) directive = effectiveDirective.replace('-elem', '')
  }
  document.addEventListener('securitypolicyviolation', note)
  try {
    return await addScript(url)
  } catch (cause) {
    const missing = directive ? `${origin} to ${directive}` : isPolicyRefused(cause) && "'front-entry' to trusted-types"
    if (!missing) throw cause
    throw new RefusedScriptError(`Add ${missing} in the page's Content Security Policy.`, { cause })
  } finally {
    document.removeEventListener('securitypolicyviolation', note)
  }
}
