import { policies } from '../../contract/policies.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { ReadableError } from '../../kernel/errors.ts'
import { lazy } from '../../kernel/lazy.ts'
import { addVendorScript, RefusedScriptError } from '../vendor-script/vendor-script.ts'

/** The part of the reCAPTCHA v3 API that is used. A widget of another vendor with the same API works too. */
interface Grecaptcha {
  ready(task: () => void): void
  execute(siteKey: string, options: { action: string }): PromiseLike<string>
}

type CaptchaAction = 'login' | 'signup' | 'forgot_password'

interface Captcha {
  /** Loads the policy while the user is still typing. */
  prepare(): void
  /** Returns `{ recaptchaToken }` of a new check, or `{}` if the policy requires none. */
  proof(action: CaptchaAction): Promise<{ recaptchaToken?: string }>
}

const STANDARD_SCRIPT = 'https://www.google.com/recaptcha/api.js'
const UNAVAILABLE = 'The security check could not be loaded. Check your connection or content blocker and try again.'
const BLOCKED = 'This website’s security policy blocks the security check. Contact the website’s owner.'

const widget = () => (globalThis as { grecaptcha?: Partial<Grecaptcha> }).grecaptcha

const isWhole = (found: Partial<Grecaptcha> | undefined): found is Grecaptcha =>
  typeof found?.ready === 'function' && typeof found.execute === 'function'

const loadWidget = async (scriptUrl: string, siteKey: string): Promise<Grecaptcha> => {
  const url = new URL(scriptUrl, window.location.href)
  url.searchParams.set('render', siteKey)
  if (!isWhole(widget())) await addVendorScript(url.href)
  const found = widget()
  if (!isWhole(found)) throw new ReadableError(UNAVAILABLE)
  return new Promise((resolve) => found.ready(() => resolve(found)))
}

type Deps = Pick<FeatureDeps, 'client' | 'settings' | 'log'>

/**
 * Creates the captcha, which loads the policy once. If the policy can't be read, no check is made here, but the server
 * still decides.
 */
export const createCaptcha = ({ client, settings, log }: Deps): Captcha => {
  const api = client({ policies })
  const readPolicy = lazy(async () => {
    const policy = await api.policies.getCaptchaPolicy({})
    return policy?.enabled ? policy.siteKey : undefined
  })
  const keyOf = () =>
    readPolicy().catch((error: unknown) => {
      log.warn('The captcha policy could not be read', error)
      return undefined
    })
  return {
    prepare: () => void keyOf(),
    async proof(action) {
      const key = await keyOf()
      if (!key) return {}
      try {
        const grecaptcha = await loadWidget(settings().captchaScript ?? STANDARD_SCRIPT, key)
        return { recaptchaToken: await grecaptcha.execute(key, { action }) }
      } catch (error) {
        log.warn('The captcha did not respond', error)
        throw new ReadableError(error instanceof RefusedScriptError ? BLOCKED : UNAVAILABLE)
      }
    },
  }
}
